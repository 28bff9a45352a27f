/** Mutants that change nothing anybody could notice, each with the reason. They are not counted. */
export const equivalents: readonly Equivalent[] = []

/** `line` is the whole line with the mutant in it, without the space around it. */
export type Equivalent = { readonly file: string; readonly line: string; readonly why: string }
