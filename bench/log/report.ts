import type { Row } from './measure.ts'

export type Run = { date: string; node: string; postgres: string; machine: string; rows: readonly Row[] }

/** Returns the documentation page of one run. */
export const report = ({ date, node, postgres, machine, rows }: Run): string => `# Benchmarks of the log

Written by \`npm run bench:log\`; run it to see these figures on your machine. PostgreSQL and all publishers share it.

${date}, Node ${node}, PostgreSQL ${postgres}, ${machine}.

| milliseconds | p50 | p99 | worst | per second | processor | goal | load |
| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |
${rows.map(line).join('\n')}

## Method

- A PostgreSQL of our own that syncs every commit to disk, with its default settings.
- Publishers call the same verb as the API, one publication after the other without a pause, each of a flag of its own
  with two rules; the time includes the wait for the others. A warm-up comes before.
- The past: fifty revisions, spread evenly over a log of one entry a revision; the datafile is built whole and in order.
- Audit events lie a second apart, and nine of ten are in one project. Each page is read twenty times, after once.
- Lateness is from the time a change was scheduled for to the instant of its revision; they come due over ten seconds.
- Processor is the time that this program and PostgreSQL used for one act together, however busy the machine was.
- Load is the machine's average over the last minute when a line was done, this program and its PostgreSQL included: on
  ${machine.split(' ')[0]} processors, more than ${machine.split(' ')[0]} means that work waited.
`

const line = ({ what, p50, p99, worst, perSecond, cpu, goal, load }: Row): string =>
  `| ${what} | ${p50} | ${p99} | ${worst} | ${perSecond ?? ''} | ${cpu ?? ''} | ${verdict({ p99, worst }, goal)} | ${load} |`

/** Returns whether the goal was met, as text. */
export const verdict = (figures: Pick<Row, 'p99' | 'worst'>, goal: Row['goal']): string =>
  goal === undefined
    ? ''
    : `${goal.figure} under ${goal.under}: ${figures[goal.figure] < goal.under ? 'met' : 'missed'}`
