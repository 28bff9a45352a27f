import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EnvironmentDependents, GraphEdge } from '../../../../shared/features/publishing/schemas/graph.ts'
import { placeOf } from '../../../../shared/impact/graph.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import classes from './dependents-list.module.css'
import { GraphNodeLink } from './graph-node-link.tsx'

/** How to remove each kind of dependency. */
const fixes: Record<GraphEdge['kind'], (to: string) => string> = {
  requires: (to) => `remove the prerequisite ${to}`,
  asks: (to) => `remove the condition about ${to}`,
  segment: (to) => `remove the segment ${to}`,
  reads: (to) => `remove the condition about ${to}`,
  about: () => 'edit or remove the promise',
}

/** Lists the dependents of a flag or segment by environment, direct ones first. */
export function DependentsList({
  project,
  hanging,
}: {
  project: string
  hanging: readonly EnvironmentDependents[]
}): ReactNode {
  return (
    <ul className={classes['places']}>
      {hanging.map(({ environment, paths, more, promises }) => {
        const [last] = paths[0]?.slice(-1) ?? []
        return (
          <li key={environment}>
            <h4 className={classes['place']}>
              {environment}
              {last === undefined ? null : (
                <Link
                  to="/p/$project/around"
                  params={{ project }}
                  search={{ focus: `${last.to.kind}:${last.to.key}`, env: environment }}
                >
                  Show dependencies
                </Link>
              )}
            </h4>
            <ul className={classes['paths']}>
              {paths.map((path) => (
                <li key={path.map(({ from }) => placeOf(from)).join(' ')}>
                  <PathLine project={project} environment={environment} path={path} />
                </li>
              ))}
            </ul>
            {more === 0 ? null : <p>and {counted(more, 'more', 'more')}</p>}
            {promises.length === 0 ? null : (
              <ul className={classes['paths']}>
                {promises.map(({ key, sentence }) => (
                  <li key={key}>
                    <Link to="/p/$project/promises" params={{ project }}>
                      {sentence}
                    </Link>
                    : edit or remove the promise
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function PathLine(props: { project: string; environment: string; path: readonly GraphEdge[] }): ReactNode {
  const { project, environment, path } = props
  const [first, ...others] = path
  if (first === undefined) return null
  const thing = (
    <GraphNodeLink project={project} environment={environment} thing={first.from}>
      {first.from.key}
    </GraphNodeLink>
  )
  if (others.length > 0)
    return (
      <span className={classes['through']}>
        {thing}, through {others.map(({ from }) => from.key).join(' and ')}
      </span>
    )
  return (
    <>
      {thing}: {fixes[first.kind](first.to.key)}
    </>
  )
}
