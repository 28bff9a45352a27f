import type { Row } from './measure.ts'

export type Run = {
  date: string
  node: string
  postgres: string
  machine: string
  load: string
  minutes: number
  rows: readonly Row[]
}

/** Returns the documentation page of one run. */
export const report = ({
  date,
  node,
  postgres,
  machine,
  load,
  minutes,
  rows,
}: Run): string => `# Benchmarks at the limits

Written by \`npm run bench:limits\`, which builds the whole limit: 10 000 flags in 20 environments, 500 open tabs, 10 000
programs that report, ten million counts by the hour. Run it to see these figures on your machine; the server,
PostgreSQL and everybody who calls share it.

${date}, Node ${node}, PostgreSQL ${postgres}, ${machine}; load ${load}. The run took ${minutes.toFixed(1)} minutes.

| what | 100 flags | 10 000 flags | before, 10 000 flags | goal |
| --- | ---: | ---: | ---: | --- |
${rows.map(({ what, small, big, before, goal }) => `| ${what} | ${small ?? ''} | ${big ?? ''} | ${before ?? ''} | ${goal ?? ''} |`).join('\n')}

## Method

- Two projects in one database, of 100 and of 10 000 flags in 20 environments each, written as the log would have, in bulk.
- Calls go over HTTP to a real server with a session; times are p50 / p95 of a hundred, from the request to the last byte,
  unless a line says otherwise. Bytes are those of the answer before it is compressed.
- Processor is what the server's process used for a call (this program included, which runs in it), however busy the
  machine was; the load says how much work waited for the two processors, and times grow with it.
- A tab is a subscription as a page of the web UI holds it. Programs report as the client library does, four counts each.
- Before: commit f2459c2, the same data, verb called without HTTP.
`
