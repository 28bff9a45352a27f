import { tasks } from './tasks.ts'

const shown = (count: number | undefined) => (count === undefined ? 'not yet' : String(count))

/** Generates docs/tasks.md: each task with the fewest interactions of a competitor, our target, and our count. */
export const table = (counts: ReadonlyMap<string, number>): string => {
  const rows = tasks.map(({ title, best, pointer, keyboard }, i) => {
    const [mouse, keys] = [counts.get(`${i + 1} pointer`), counts.get(`${i + 1} keyboard`)]
    return `| ${i + 1} | ${title} | ${best === null ? 'not counted' : `${best.count} (${best.peer})`} | ${pointer.target} / ${keyboard.target} | ${shown(mouse)} | ${shown(keys)} |`
  })
  const done = tasks.filter((_, i) => counts.has(`${i + 1} pointer`) && counts.has(`${i + 1} keyboard`)).length
  return `# Everyday tasks

An interaction is one click, one filled field or one key with its modifiers. \`tests/e2e/tasks\` does each task in a real
browser, once with the pointer and once with the keyboard alone. It verifies the effect with an evaluation or the API, and fails
if a count is above its target or differs from this page. ${done} of ${tasks.length} can be done both ways.

The best peer has the fewest interactions among Unleash 8.2, Flipt 2, Flagsmith, GrowthBook and the GO Feature Flag editor. Tasks 1, 2,
3, 5 and 9 were counted by running the peer; the others from the peer's code, tests or documentation (± 1).

| | Task | Best peer | Target (pointer / keyboard) | Pointer | Keyboard |
| --: | --- | --: | --: | --: | --: |
${rows.join('\n')}
`
}
