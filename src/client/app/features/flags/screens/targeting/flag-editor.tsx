import { type ReactNode, useState } from 'react'
import type { FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { useShortcut } from '../../../../components/shortcuts.ts'
import { RequestAccess } from '../../../session/request-access.tsx'
import { useAttributeNames } from '../../../targeting/use-attribute-names.ts'
import { switchRefusal } from '../quick-actions/switch-refusal.ts'
import { SwitchSheet } from '../quick-actions/switch-sheet.tsx'
import { type SwitchAct, useSwitch } from '../quick-actions/use-switch.ts'
import { DraftPublisher } from './draft-publisher.tsx'
import { EnvironmentRules } from './environment-rules.tsx'
import { FlagEnvironment } from './flag-environment.tsx'
import classes from './flag-screen.module.css'
import { useOpenChanges } from './use-open-changes.ts'

/** The environments of a flag. `[` and `]` open the previous and the next one. */
export function FlagEditor(props: {
  project: string
  page: FlagPage
  roleIn: (environment: string) => Role | undefined
  segments: readonly string[]
  opened: string | undefined
  /** Number of the open change being edited. */
  change: number | undefined
  onOpen: (environment: string) => void
}): ReactNode {
  const { project, page, roleIn, segments, opened, change, onOpen } = props
  const switches = useSwitch(project)
  const comingTo = useOpenChanges(project, page.flag.key)
  const [sheet, setSheet] = useState<SwitchAct | null>(null)
  const step = (by: number) => {
    const at = page.environments.findIndex((environment) => environment.key === opened)
    const next = page.environments[at + by]
    if (next !== undefined) onOpen(next.key)
  }
  useShortcut('[', 'Previous environment', () => step(-1))
  useShortcut(']', 'Next environment', () => step(1))
  const turn = (environment: Environment, on: boolean) => {
    const act = { flag: page.flag.key, environment: environment.key, on }
    if (environment.protected) setSheet(act)
    else void switches.turn(act)
  }
  const openedEnvironment = page.environments.find((environment) => environment.key === opened)
  const isReader =
    page.flag.archivedAt === null && page.environments.every((one) => switchRefusal(roleIn(one.key), one) !== undefined)
  const openedHead = opened === undefined ? undefined : page.heads[opened]
  const rules = Object.values(page.heads).flatMap((head) => head.document.rules)
  const attributes = useAttributeNames(
    project,
    rules.map((rule) => rule.when),
  )
  return (
    <>
      {isReader ? <RequestAccess project={project} permission="change.edit" what={page.flag.key} /> : null}
      <div className={classes['environments']}>
        <div className={classes['strip']}>
          {page.environments.map((environment) => {
            const head = page.heads[environment.key]
            return head === undefined ? null : (
              <FlagEnvironment
                key={environment.key}
                project={project}
                page={page}
                environment={environment}
                head={head}
                role={roleIn(environment.key)}
                coming={comingTo(environment.key)}
                opened={environment.key === opened}
                state={switches.stateOf(page.flag.key, environment.key)}
                onOpen={() => onOpen(environment.key)}
                onSwitch={(on) => turn(environment, on)}
              />
            )
          })}
        </div>
        {openedEnvironment === undefined || openedHead === undefined ? null : (
          <EnvironmentRules
            key={openedEnvironment.key}
            project={project}
            page={page}
            environment={openedEnvironment}
            head={openedHead}
            role={roleIn(openedEnvironment.key)}
            attributes={attributes}
            segments={segments}
          />
        )}
      </div>
      {openedEnvironment === undefined || openedHead === undefined ? null : (
        <DraftPublisher
          key={openedEnvironment.key}
          project={project}
          flag={page.flag.key}
          environment={openedEnvironment}
          head={openedHead}
          role={roleIn(openedEnvironment.key)}
          coming={comingTo(openedEnvironment.key)}
          change={change}
          keptIn={page.flag.keptIn}
        />
      )}
      {sheet === null ? null : <SwitchSheet project={project} act={sheet} onClose={() => setSheet(null)} />}
    </>
  )
}
