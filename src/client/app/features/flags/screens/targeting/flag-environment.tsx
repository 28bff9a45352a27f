import { type ReactNode, useMemo } from 'react'
import type { ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'
import type { FlagHead, FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { knownVariants } from '../../../variants/variant-slots.ts'
import { switchRefusal } from '../quick-actions/switch-refusal.ts'
import type { SwitchState } from '../quick-actions/use-switch.ts'
import { EnvironmentCard } from './environment-card.tsx'
import { EnvironmentMenu } from './environment-menu.tsx'
import { useDraft } from './use-draft.ts'

/** A flag in one environment with its draft. If there is a draft, the switch edits it. */
export function FlagEnvironment(props: {
  project: string
  page: FlagPage
  environment: Environment
  head: FlagHead
  role: Role | undefined
  /** Open changes to the flag in this environment. */
  coming: readonly ChangeSummary[]
  opened: boolean
  state: SwitchState
  onOpen: () => void
  onSwitch: (on: boolean) => void
}): ReactNode {
  const { project, page, environment, head, role, coming, opened, state, onOpen, onSwitch } = props
  const { flag } = page
  const draft = useDraft(project, flag.key, environment.key, head)
  const { document } = draft
  const known = useMemo(() => knownVariants(page), [page])
  const drafted = draft.changes.length
  const reason =
    flag.archivedAt === null ? switchRefusal(role, environment) : 'This flag is archived. Restore it first.'
  return (
    <EnvironmentCard
      project={project}
      flagName={flag.name}
      environment={environment}
      known={known}
      document={document}
      drafted={drafted}
      coming={coming}
      opened={opened}
      switchReason={reason}
      state={state}
      menu={
        <EnvironmentMenu
          project={project}
          page={page}
          environment={environment}
          role={role}
          opened={opened}
          reason={reason}
        />
      }
      onOpen={onOpen}
      onSwitch={(on) => (drafted > 0 ? draft.edit({ ...document, on }) : onSwitch(on))}
    />
  )
}
