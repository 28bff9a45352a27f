import { type Mutant, mutated } from './mutants.ts'

/** Mutants without an observable difference, each with the reason. Not counted. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/server/platform/auth/token-actor.ts',
    line: 'if (!ApiTokenText.safeParse(text).success) ;',
    why: 'a malformed token has a hash that no token has: it is refused as an unknown one, after one look-up more',
  },
  ...['personId && personName || instanceRole', 'personId || personName && instanceRole'].map((all) => ({
    file: 'src/server/platform/auth/token-actor.ts',
    line: `const person = ${all} ? { id: personId, name: personName, instanceRole } : null`,
    why: 'a token has a person with a name and a role, or none of the three',
  })),
  {
    file: 'src/server/platform/live/tail.ts',
    line: ';',
    was: 'clearInterval(this.#poll)',
    why: 'the interval keeps no process alive, and who is closed reads nothing when it is woken',
  },
  {
    file: 'src/server/platform/live/tail.ts',
    line: '#all = true',
    why: 'the first reading is of every log in place of the one that was named: more work, and the same answer',
  },
  {
    file: 'src/server/platform/auth/sso/flow.ts',
    line: 'idTokenExpected: false,',
    why: 'an answer with a nonce to prove must have an ID token, and one without claims is refused in the next lines',
  },
  {
    file: 'src/server/platform/auth/sso/flow.ts',
    line: 'if (!claims) ;',
    why: 'the library refuses an answer without an ID token, twice: one is expected, and so is its nonce',
  },
  {
    file: 'src/server/platform/live/environment-state-cache.ts',
    line: 'for (const revision of since) if (revision.number >= state.datafile.revision) state.advance(revision)',
    why: 'a state that is asked for the revision it has stays as it is (environment-state.test.ts)',
  },
  ...[
    'if (rows >= limits.rowsPerBatch || !events.every(isSoundEvent)) return TrackBatch.parse(body)',
    "const isText = (value: unknown, most: number) => typeof value === 'string' && value.length > 0 && value.length < most",
    "if (name === '__proto__' || name.length >= 50) return false",
    "typeof value === 'boolean' &&",
    "(typeof value === 'string' ? value.length < limits.nameLength : Number.isFinite(value))",
  ].map((line) => ({
    file: 'src/server/platform/http/sdk/read-batch.ts',
    line,
    why: 'what the quick look does not know the schema judges, with the same answer (read-batch.test.ts)',
  })),
  {
    file: 'src/server/platform/http/mcp/mount.ts',
    line: 'if (!guest) ;',
    why: 'the next line asks nobody for their context, and throws a TypeError, too',
  },
  {
    file: 'src/server/platform/http/trpc/sliced-output.ts',
    line: 'if (!entry) ;',
    why: 'of one document comes one: what the schema does not take it refuses before',
  },
  ...['a', 'b', 'c', 'd'].map((word) => ({
    file: 'src/server/platform/http/ofrep/piece.ts',
    line: `this.#${word} = (Math.imul(this.#${word}, factor) - ${word}) | 0`,
    why: 'another polynomial, which tells rows apart as well',
  })),
  ...['ends.set(holder.keyId, made)', 'readable.set(compiled, listed)'].map((was) => ({
    file: 'src/server/platform/http/ofrep/evaluate-all.ts',
    line: ';',
    was,
    why: 'it is made anew for each answer: the same, and slower',
  })),
  {
    file: 'src/server/features/access/keys/queries.ts',
    line: "const alive = await workingKeys(db, now).select('sdkKey.id').execute()",
    was: ".where('sdkKey.id', 'in', ids)",
    why: 'all that are alive in place of those that were asked for: the same answer, later',
  },
  {
    file: 'src/shared/engine/extended/date.ts',
    line: 'for (let step = 1; step <= count && day >= 28; step += 1) {',
    why: 'every month has a 28th',
  },
  {
    file: 'src/shared/statistics/spending.ts',
    line: 'const next = newton > low && newton <= high ? newton : (low + high) / 2',
    why: 'the very end of the bracket was tried already: one step of sixty more, or less',
  },
  {
    file: 'src/shared/statistics/spending.ts',
    line: 'if (Math.abs(next - z) <= 1e-12) return next',
    why: 'a step of exactly 1e-12 would be the last instead of the last but one',
  },
  {
    file: 'src/shared/statistics/fieller.ts',
    line: 'return inside > 0 && a <= 0 && interval.every(Number.isFinite)',
    why: 'where a is 0, an end is infinite, or nothing is inside',
  },
  {
    file: 'src/shared/statistics/special/student.ts',
    line: 'for (let step = 0; step <= 200; step++) {',
    why: 'two hundred steps have halved what is held between two numbers to nothing: one more changes it no more',
  },
  {
    file: 'src/shared/statistics/special/gamma.ts',
    line: 'for (let step = 1; step <= 100_000; step++) {',
    why: 'one factor more of a fraction whose hundred thousandth is 1 to the last digits',
  },
  {
    file: 'src/shared/statistics/sequence.ts',
    line: 'if (!(z >= 0)) return 1',
    why: 'where z is 0 the quotient is infinite, and p at most 1',
  },
  {
    file: 'src/shared/statistics/special/normal.ts',
    line: 'if (Math.abs(p - 0.5) <= 0.2) return nearZero(p - 0.5)',
    why: 'where one series ends and the other begins, both give the same to the last digit but one',
  },
  {
    file: 'src/shared/engine/operators/network.ts',
    line: 'for (let at = 0; at * 16 <= network.bits; at += 1) {',
    why: 'of the group after the last whole one all sixteen bits are ignored',
  },
]

/** `line` is the whole trimmed line of the mutant. `was` is the replaced text if the line is ambiguous. */
export type Equivalent = { readonly file: string; readonly line: string; readonly was?: string; readonly why: string }

/** Returns whether a mutant is this one. */
export function isEquivalent({ file, line, was }: Equivalent, text: string, mutant: Mutant): boolean {
  if (file !== mutant.file || (was !== undefined && was !== mutant.was)) return false
  return mutated(text, mutant).split('\n')[mutant.line - 1]?.trim() === line
}
