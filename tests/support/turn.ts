const setting = process.env['FANION_TEST_TURN'] ?? 'all'
const turn = setting === 'all' ? null : Number(setting)
if (turn !== null && !Number.isSafeInteger(turn)) throw new Error('FANION_TEST_TURN must be an integer or "all".')

/**
 * The part of `items` to test in this run: every `parts`-th item, with another offset in each run of `npm test`. All
 * items in `npm run test:all` and if vitest runs directly.
 */
export const shareOf = <Item>(items: readonly Item[], parts: number): readonly Item[] =>
  turn === null ? items : items.filter((_, at) => at % parts === turn % parts)
