/** What a copied snippet is for, in the order of the menu. */
export const snippetKinds = [
  ['browser', 'Browser, with the client key'],
  ['react', 'React, with the client key'],
  ['node', 'Node, with a new server key'],
  ['key', 'The client key alone'],
] as const

export type SnippetKind = (typeof snippetKinds)[number][0]
