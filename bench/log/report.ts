import type { Row } from './measure.ts'

export type Run = { date: string; node: string; postgres: string; machine: string; rows: readonly Row[] }

/** Returns the documentation page of one run. */
export const report = ({ date, node, postgres, machine, rows }: Run): string => `# Benchmarks of the log

Written by \`npm run bench:log\`; run it to get figures for your machine. PostgreSQL and all publishers share the machine.

${date}, Node ${node}, PostgreSQL ${postgres}, ${machine}.

| milliseconds | p50 | p99 | worst | per second | processor | goal | load |
| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |
${rows.map(line).join('\n')}

## Method

- A separate PostgreSQL with default settings syncs every commit to disk.
- Publishers call the same procedure as the API, one publish after the other without a pause, each for its own flag
  with two rules. The time includes the wait for the others. There is a warm-up.
- Past revisions: fifty, spread evenly over a log with one entry per revision. The whole datafile is built, in order.
- Audit events are a second apart, and nine of ten are in one project. Each page is read once for warm-up, then twenty times.
- Lateness is the time between the scheduled time and the revision. The schedules are due over ten seconds.
- Processor is the CPU time of this program and PostgreSQL for one operation.
- Load is the machine's average over the last minute at the end of a line, including this program and its PostgreSQL. On
  ${machine.split(' ')[0]} processors, more than ${machine.split(' ')[0]} means that work waited.
`

const line = ({ what, p50, p99, worst, perSecond, cpu, goal, load }: Row): string =>
  `| ${what} | ${p50} | ${p99} | ${worst} | ${perSecond ?? ''} | ${cpu ?? ''} | ${verdict({ p99, worst }, goal)} | ${load} |`

/** Returns whether the goal was met, as text. */
export const verdict = (figures: Pick<Row, 'p99' | 'worst'>, goal: Row['goal']): string =>
  goal === undefined
    ? ''
    : `${goal.figure} under ${goal.under}: ${figures[goal.figure] < goal.under ? 'met' : 'missed'}`
