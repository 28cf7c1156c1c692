import { useBrowserLocation, useSearch } from 'wouter/use-browser-location';

/**
 * A part of the URL that keeps percent signs and reserved characters encoded when the router decodes it; readers of a parameter
 * decode those. A percent sign that encodes nothing is literal.
 */
function decodedOnce(part: string): string {
  try {
    return encodeURI(decodeURI(part.replaceAll('%25', '%2525')));
  } catch {
    return encodeURI(part.replaceAll('%', '%25'));
  }
}

/** The path of the address, and the function that changes the address: the router's `hook`. */
export function useEncodedLocation(): ReturnType<typeof useBrowserLocation> {
  const [path, navigate] = useBrowserLocation();
  return [decodedOnce(path), navigate];
}

/** The query of the address: the router's `searchHook`. */
export const useEncodedSearch = (): string => decodedOnce(useSearch());
