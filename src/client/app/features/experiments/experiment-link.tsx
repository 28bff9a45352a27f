import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Serve } from '../../../../shared/schemas/split.ts'
import { armsOfServe } from './arms-of-serve.ts'

/**
 * For a rule with a split: links to a new experiment that takes over the split. If a run already measures the rule,
 * links to the flag’s experiments. Empty for other rules.
 */
export function ExperimentLink(props: {
  project: string
  flag: string
  environment: string
  /** Null means everyone else. */
  rule: { id: string; run?: number | undefined } | null
  serve: Serve
}): ReactNode {
  const { project, flag, environment, rule, serve } = props
  if (armsOfServe(serve) === null) return null
  const words = rule?.run === undefined ? 'Make it an experiment' : 'Experiments of this flag'
  return (
    <Tooltip label={words}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={words}
        renderRoot={(root) =>
          rule?.run === undefined ? (
            <Link
              {...root}
              to="/p/$project/experiments/new"
              params={{ project }}
              search={{ flag, env: environment, rule: rule?.id }}
            />
          ) : (
            <Link {...root} to="/p/$project/experiments" params={{ project }} search={{ q: flag }} />
          )
        }
      >
        <IconFlask size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
