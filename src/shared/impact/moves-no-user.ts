import type { Impact } from './impact.ts'

/** Whether it is proven that no user gets another value of any flag. */
export const movesNoUser = ({ flags, rest }: Impact): boolean =>
  rest.length === 0 && flags.every(({ difference }) => difference.state === 'exact' && difference.moves.length === 0)
