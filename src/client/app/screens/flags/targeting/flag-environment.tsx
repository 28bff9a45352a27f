import type { ReactNode } from 'react'
import type { FlagHead, FlagPage } from '../../../../../shared/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../shared/schemas/project.ts'
import { draftKey } from '../../../features/drafts/draft-keys.ts'
import { DocumentView } from '../../../features/publishing/document-view.tsx'
import { DraftOfFields } from '../../../features/targeting/percent-field.tsx'
import { whyNotSwitch } from '../quick-actions/may-switch.ts'
import type { SwitchState } from '../quick-actions/use-switch.ts'
import { EnvironmentMenu } from './environment-menu.tsx'
import classes from './environment-panel.module.css'
import { EnvironmentPanel } from './environment-panel.tsx'
import { PrerequisiteList } from './prerequisite-list.tsx'
import { RuleList } from './rule-list.tsx'
import { useAround } from './use-around.ts'
import { useDraft } from './use-draft.ts'
import { VariantValues } from './variant-values.tsx'

/** One environment of a flag with its draft. While there is a draft, the switch belongs to it too. */
export function FlagEnvironment(props: {
  project: string
  page: FlagPage
  environment: Environment
  head: FlagHead
  role: Role | undefined
  attributes: readonly string[]
  segments: readonly string[]
  opened: boolean
  state: SwitchState
  onOpen: () => void
  onSwitch: (on: boolean) => void
}): ReactNode {
  const { project, page, environment, head, role, attributes, segments, opened, state, onOpen, onSwitch } = props
  const { flag } = page
  const draft = useDraft(project, flag.key, environment.key, head)
  const { document } = draft
  const drafted = draft.changes.length > 0
  const around = useAround(project, environment.key, document, opened)
  const variants = Object.keys(document.variants)
  const surroundings = {
    variants,
    attributes,
    segments,
    around,
    project,
    environment: environment.key,
    where: environment.name,
  }
  const reason = flag.archivedAt === null ? whyNotSwitch(role, environment) : 'This flag is archived. Restore it first.'
  return (
    <EnvironmentPanel
      flagName={flag.name}
      environment={environment}
      document={document}
      drafted={drafted}
      opened={opened}
      switchReason={reason}
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
      pending={state.pending}
      failure={state.failure}
      onOpen={onOpen}
      onSwitch={(on) => (drafted ? draft.edit({ ...document, on }) : onSwitch(on))}
    >
      {reason === undefined || drafted ? (
        <DraftOfFields value={draftKey(project, { kind: 'flag', key: flag.key, environment: environment.key })}>
          <RuleList document={document} published={draft.before} surroundings={surroundings} onChange={draft.edit} />
          <PrerequisiteList project={project} document={document} onChange={draft.edit} />
          <VariantValues document={document} onChange={draft.edit} />
        </DraftOfFields>
      ) : (
        <div className={classes['reading']}>
          <DocumentView document={document} />
        </div>
      )}
    </EnvironmentPanel>
  )
}
