/** One example tab, opened on a person's first visit. */
export interface GraphiqlTab {
  /** Shown as a comment above the query: GraphiQL itself titles a tab by its operation's name. */
  name?: string;
  query: string;
  /** JSON text, as typed into the variables editor. */
  variables?: string;
  /** JSON text, as typed into the headers editor; without it, a blank `api-key` waits to be filled in. */
  headers?: string;
}

/** What the server tells the page, through a JSON element of its HTML. */
export interface PageSettings {
  endpoint: string;
  tabs: GraphiqlTab[];
}
