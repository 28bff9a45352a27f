const setting = process.env['FANION_TEST_TURN'] ?? 'all'
const turn = setting === 'all' ? null : Number(setting)
if (turn !== null && !Number.isSafeInteger(turn)) throw new Error('FANION_TEST_TURN must be an integer or "all".')

/**
 * The part of `items` that this run tests: every `parts`-th item, beginning at another one in each turn of `npm test`.
 * All items in `npm run test:all` and when vitest is called directly.
 */
export const shareOf = <Item>(items: readonly Item[], parts: number): readonly Item[] =>
  turn === null ? items : items.filter((_, at) => at % parts === turn % parts)
