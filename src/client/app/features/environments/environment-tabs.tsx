import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import classes from '../../components/link-tabs.module.css'
import { EnvironmentMark } from './environment-mark.tsx'

/** One link per environment. The selection is in `env`; other search parameters are kept. */
export function EnvironmentTabs(props: {
  environments: readonly Environment[]
  chosen: string | undefined
}): ReactNode {
  return (
    <nav className={classes['tabs']} aria-label="Environment">
      {props.environments.map((environment) => (
        <Link
          key={environment.key}
          to="."
          search={(old) => ({ ...old, env: environment.key })}
          aria-current={environment.key === props.chosen ? 'page' : undefined}
        >
          <EnvironmentMark environment={environment} />
        </Link>
      ))}
    </nav>
  )
}
