import { useElementSize } from '@mantine/hooks'
import { scalePoint } from 'd3-scale'
import type { ReactNode } from 'react'
import type { ConnectedApplication } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { ChartFigure } from '../../../components/charts/chart-figure.tsx'
import charts from '../../../components/charts/charts.module.css'
import { byRevision } from './by-revision.ts'
import classes from './connect.module.css'

const square = 13
const gap = 3
const perRow = 6
const mostSquares = 24

/** Connections of an environment on a line of its revisions. Each square is one connection. */
export function ApplicationsPicture(props: {
  environment: Environment
  applications: readonly ConnectedApplication[]
}): ReactNode {
  const { environment, applications } = props
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { columns, current, all } = byRevision(applications, environment)
  const finding =
    all === 0
      ? `No application is connected to ${environment.name}`
      : counted(
          current,
          `of ${counted(all, 'connection')} has revision ${environment.revision} of ${environment.name}`,
          `of ${counted(all, 'connection')} have revision ${environment.revision} of ${environment.name}`,
        )
  const x = scalePoint(
    columns.map(({ revision }) => revision),
    [0, Math.max(1, width)],
  ).padding(0.5)
  const height = 130
  const base = height - 26
  return (
    <section className={classes['picture']} aria-label="Connections by revision">
      <ChartFigure
        finding={finding}
        numbers={{
          columns: ['Revision', 'Connections', 'Keys'],
          rows: columns.map(({ revision, streams, names }) => [
            revision === environment.revision ? `${revision} (newest)` : String(revision),
            String(streams),
            names.join(', '),
          ]),
        }}
        aside={<h2 className={classes['finding']}>{finding}</h2>}
      >
        <div ref={ref}>
          <svg className={charts['chart']} height={height} role="img" aria-label={finding}>
            <line className={charts['zero']} x1={0} x2={width} y1={base} y2={base} />
            {columns.map(({ revision, streams, names }) => {
              const at = x(revision) ?? 0
              const shown = Math.min(streams, mostSquares)
              const isNewest = revision >= environment.revision
              const wide = Math.min(shown, perRow) * (square + gap) - gap
              const rows = Math.ceil(shown / perRow)
              return (
                <g key={revision}>
                  <title>{names.join(', ')}</title>
                  <line className={charts['zero']} x1={at} x2={at} y1={base - 3} y2={base + 4} />
                  <text
                    className={charts[isNewest ? 'strong' : 'axis']}
                    x={at}
                    y={height - 6}
                    fontSize={12}
                    textAnchor="middle"
                  >
                    {revision}
                  </text>
                  {Array.from({ length: shown }, (_, one) => (
                    <rect
                      // The squares of a column are identical
                      // oxlint-disable-next-line react/no-array-index-key
                      key={one}
                      className={classes[isNewest ? 'current' : 'behind']}
                      x={at - wide / 2 + (one % perRow) * (square + gap)}
                      y={base - 6 - square - Math.floor(one / perRow) * (square + gap)}
                      width={square}
                      height={square}
                      rx={3}
                    />
                  ))}
                  {streams === 0 ? null : (
                    <text
                      className={charts['strong']}
                      fontSize={12}
                      x={at}
                      y={base - 12 - rows * (square + gap)}
                      textAnchor="middle"
                    >
                      {names.length === 1 && streams === 1 ? names[0] : String(streams)}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
        </div>
      </ChartFigure>
    </section>
  )
}
