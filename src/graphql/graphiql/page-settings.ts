/** An example tab, opened on the first visit. */
export interface GraphiqlTab {
  /** Shown as a comment above the query; GraphiQL titles tabs by their operation's name. */
  name?: string;
  query: string;
  /** JSON text, as typed into the variables editor. */
  variables?: string;
  /** JSON text, as typed into the headers editor; if absent, a blank `api-key`. */
  headers?: string;
}

/** The page's settings, embedded in its HTML as a JSON element. */
export interface PageSettings {
  endpoint: string;
  tabs: GraphiqlTab[];
}
