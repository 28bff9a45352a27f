/** Mutants that change nothing anybody could notice, each with the reason. They are not counted. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/server/auth/token-actor.ts',
    line: 'if (!ApiTokenText.safeParse(text).success) ;',
    why: 'a malformed token has a hash that no token has: it is refused as an unknown one, after one look-up more',
  },
  ...['personId && personName || instanceRole', 'personId || personName && instanceRole'].map((all) => ({
    file: 'src/server/auth/token-actor.ts',
    line: `const person = ${all} ? { id: personId, name: personName, instanceRole } : null`,
    why: 'a token has a person with a name and a role, or none of the three',
  })),
]

/** `line` is the whole line with the mutant in it, without the space around it. */
export type Equivalent = { readonly file: string; readonly line: string; readonly why: string }
