import { IconLock, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { FlagHead, FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { offText } from '../../../../../../shared/text/rules/sentence.ts'
import { Mark } from '../../../../components/mark.tsx'
import { useEventCallback } from '../../../../components/use-event-callback.ts'
import { draftKey } from '../../../drafts/draft-keys.ts'
import { EnvironmentShape } from '../../../environments/environment-mark.tsx'
import { DraftOfFields } from '../../../targeting/percent-field.tsx'
import { Sentence } from '../../../targeting/sentence.tsx'
import { knownVariants } from '../../../variants/variant-slots.ts'
import { switchRefusal } from '../quick-actions/switch-refusal.ts'
import classes from './environment-rules.module.css'
import { PrerequisiteList } from './prerequisite-list.tsx'
import { RuleList } from './rule-list.tsx'
import { RuleTable } from './rule-table.tsx'
import { TrafficCard } from './traffic-card.tsx'
import { useDraft } from './use-draft.ts'
import { useTargetingData } from './use-targeting-data.ts'
import { VariantTable } from './variant-table.tsx'

/** Rules, prerequisites and variants of a flag in the open environment, editable or read-only. */
export function EnvironmentRules(props: {
  project: string
  page: FlagPage
  environment: Environment
  head: FlagHead
  role: Role | undefined
  attributes: readonly string[]
  segments: readonly string[]
}): ReactNode {
  const { project, page, environment, head, role, attributes, segments } = props
  const { flag } = page
  const draft = useDraft(project, flag.key, environment.key, head)
  const { document } = draft
  const change = useEventCallback((act: (now: FlagDocument) => FlagDocument) => draft.edit(act(document)))
  const around = useTargetingData(project, environment.key, document, true)
  const { variants } = document
  const context = useMemo(
    () => ({
      variants: Object.keys(variants),
      known: knownVariants(page),
      attributes,
      segments,
      around,
      project,
      environment: environment.key,
      where: environment.name,
    }),
    [variants, page, attributes, segments, around, project, environment],
  )
  const mayEdit = flag.archivedAt === null && switchRefusal(role, environment) === undefined
  const editing = mayEdit || draft.changes.length > 0
  return (
    <DraftOfFields value={draftKey(project, { kind: 'flag', key: flag.key, environment: environment.key })}>
      <section className={classes['panel']} aria-label={`Rules in ${environment.name}`}>
        <header className={classes['head']}>
          <h3 className={classes['place']}>
            <EnvironmentShape colour={environment.colour} />
            <span>{environment.name}</span>
          </h3>
          {environment.protected ? <Mark icon={IconLock}>protected</Mark> : null}
          <p className={classes['lead']}>
            {document.on ? (
              'Rules are read from the top; the first that matches decides.'
            ) : (
              <>
                {environment.name} is off: everyone gets <Sentence words={offText(document)} /> and the rules below are
                ignored.
              </>
            )}
          </p>
          <Link
            to="/p/$project/playground"
            params={{ project }}
            search={{ env: environment.key, flag: flag.key }}
            className={classes['try']}
          >
            <IconPlayerPlay size={13} aria-hidden /> Try a user
          </Link>
        </header>
        {editing ? (
          <RuleList document={document} published={draft.before} context={context} onChange={draft.edit} />
        ) : (
          <RuleTable document={document} context={context} />
        )}
        {editing || document.prerequisites.length > 0 ? (
          <PrerequisiteList
            project={project}
            own={document.key}
            prerequisites={document.prerequisites}
            readOnly={!editing}
            onChange={change}
          />
        ) : null}
      </section>
      <VariantTable
        project={project}
        page={page}
        environment={environment}
        document={document}
        readOnly={!editing}
        onChange={change}
      />
      <TrafficCard project={project} page={page} environment={environment} />
    </DraftOfFields>
  )
}
