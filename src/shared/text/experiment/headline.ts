import type { Result, Verdict } from '../../statistics/analysis-plan.ts'

/** Display order of verdicts: first problems that make results unreadable, then decisions, then open results. */
const order: readonly Verdict[] = [
  'samples-off',
  'wins',
  'loses',
  'no-difference',
  'no-worse',
  'not-decided',
  'too-early',
]

const rank = ({ verdict, lift }: Pick<Result, 'verdict' | 'lift'>): readonly [number, number] => [
  order.indexOf(verdict),
  -Math.abs(lift ?? 0),
]

/** Results of primary metrics in display order of their verdicts, then by largest lift. */
export const byWeight = <One extends Pick<Result, 'verdict' | 'lift' | 'role'>>(results: readonly One[]): One[] =>
  results
    .filter(({ role }) => role === 'primary')
    .toSorted((a, b) => {
      const [[wordA, sizeA], [wordB, sizeB]] = [rank(a), rank(b)]
      return wordA - wordB || sizeA - sizeB
    })

/** The tone of each verdict. `good` and `bad` are for decisions, `plain` for open results. */
export const toneOf: Record<Verdict, 'good' | 'bad' | 'warn' | 'plain'> = {
  wins: 'good',
  loses: 'bad',
  'no-difference': 'plain',
  'no-worse': 'good',
  'not-decided': 'plain',
  'samples-off': 'warn',
  'too-early': 'plain',
}

export const verdictWord: Record<Verdict, string> = {
  wins: 'wins',
  loses: 'loses',
  'no-difference': 'no difference',
  'no-worse': 'no worse',
  'not-decided': 'not decided',
  'samples-off': 'don’t read yet',
  'too-early': 'too early',
}
