import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import classes from '../../components/link-tabs.module.css'
import { EnvironmentMark } from './environment-mark.tsx'

/** One link for each environment; the address keeps the choice in `env`, and all else it carries. */
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
