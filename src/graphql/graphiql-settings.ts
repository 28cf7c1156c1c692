/** An example tab, opened on the first visit; GraphiQL titles it by the operation's name. */
export interface GraphiqlTab {
  query: string;
  /** JSON text, as typed into the variables editor. */
  variables?: string;
}

/** The settings of the page `graphiql`, embedded in its HTML as a JSON element. */
export interface GraphiqlSettings {
  endpoint: string;
  tabs: GraphiqlTab[];
}
