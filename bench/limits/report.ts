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
programs that report, ten million hourly counts. Run it to get figures for your machine. The server,
PostgreSQL and all clients share it.

${date}, Node ${node}, PostgreSQL ${postgres}, ${machine}; load ${load}. The run took ${minutes.toFixed(1)} minutes.

| what | 100 flags | 10 000 flags | before, 10 000 flags | goal |
| --- | ---: | ---: | ---: | --- |
${rows.map(({ what, small, big, before, goal }) => `| ${what} | ${small ?? ''} | ${big ?? ''} | ${before ?? ''} | ${goal ?? ''} |`).join('\n')}

## Method

- One database has two projects, of 100 and of 10 000 flags in 20 environments each, written in bulk as the log would write them.
- Calls go over HTTP to a real server with a session; times are p50 / p95 of a hundred, from the request to the last byte,
  unless a line says otherwise. Bytes are those of the uncompressed response.
- Processor is what the server's process used for a call (this program included, which runs in it), however busy the
  machine was; the load says how much work waited for the two processors, and times grow with it.
- A tab is a subscription like that of a page of the UI. Programs report like the client library, four counts each.
- Before: commit f2459c2, the same data, procedure called without HTTP.
`
