/** Kinds of snippets in menu order. */
export const snippetKinds = [
  ['browser', 'Browser (client key)'],
  ['react', 'React (client key)'],
  ['node', 'Node.js (new server key)'],
  ['key', 'Client key only'],
] as const

export type SnippetKind = (typeof snippetKinds)[number][0]
