import type { Impact } from './impact.ts'

/** Whether a proof says that nobody gets another answer of anything. */
export const changesNobody = ({ flags, rest }: Impact): boolean =>
  rest.length === 0 && flags.every(({ difference }) => difference.state === 'exact' && difference.moves.length === 0)
