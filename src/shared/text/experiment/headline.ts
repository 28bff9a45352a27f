import type { Result, Verdict } from '../../statistics/analysis-plan.ts'

/** What is said first: what must be known before anything is read, then what is decided, then what is open. */
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

/** The results of primary metrics with what is said first in front; the largest lift first among equals. */
export const byWeight = <One extends Pick<Result, 'verdict' | 'lift' | 'role'>>(results: readonly One[]): One[] =>
  results
    .filter(({ role }) => role === 'primary')
    .toSorted((a, b) => {
      const [[wordA, sizeA], [wordB, sizeB]] = [rank(a), rank(b)]
      return wordA - wordB || sizeA - sizeB
    })

/** How a verdict looks: good and bad are about health and outcome, plain is all that is open. */
export const toneOf: Record<Verdict, 'good' | 'bad' | 'warn' | 'plain'> = {
  wins: 'good',
  loses: 'bad',
  'no-difference': 'plain',
  'no-worse': 'good',
  'not-decided': 'plain',
  'samples-off': 'warn',
  'too-early': 'plain',
}

/** A verdict in a badge. */
export const verdictWord: Record<Verdict, string> = {
  wins: 'wins',
  loses: 'loses',
  'no-difference': 'no difference',
  'no-worse': 'no worse',
  'not-decided': 'not decided',
  'samples-off': 'don’t read yet',
  'too-early': 'too early',
}
