import { Anchor } from '@mantine/core'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { summaryText } from '../../../../../../shared/text/rules/sentence.ts'
import { Switch } from '../../../../components/switch.tsx'
import { EnvironmentMark } from '../../../environments/environment-mark.tsx'
import { Sentence } from '../../../targeting/sentence.tsx'
import type { SwitchState } from '../quick-actions/use-switch.ts'
import classes from './environment-card.module.css'
import { OpenChangeLine } from './open-change-line.tsx'
import { ServedBar } from './served-bar.tsx'

/** A flag in one environment: switch, what it serves, and open changes. Opens the rules below. */
export function EnvironmentCard(props: {
  project: string
  flagName: string
  environment: Environment
  /** All current and former variants of the flag. */
  known: readonly string[]
  document: FlagDocument
  /** Number of parts that a draft changes. */
  drafted: number
  coming: readonly ChangeSummary[]
  opened: boolean
  switchReason: string | undefined
  state: SwitchState
  onOpen: () => void
  onSwitch: (on: boolean) => void
  menu: ReactNode
}): ReactNode {
  const { project, flagName, environment, known, document, drafted, coming, opened } = props
  const { switchReason, state, onOpen, onSwitch, menu } = props
  const { failure } = state
  const [next, ...others] = coming
  return (
    <section className={classes['card']} aria-label={environment.name} data-open={opened || undefined}>
      <div className={classes['head']}>
        <button type="button" className={classes['open']} aria-expanded={opened} onClick={onOpen}>
          <EnvironmentMark environment={environment} strong brief />
        </button>
        <span className={classes['menu']}>{menu}</span>
        <span className={classes['state']}>{document.on ? 'on' : 'off'}</span>
        <Switch
          label={`${flagName} in ${environment.name}`}
          checked={document.on}
          onChange={onSwitch}
          pending={state.pending}
          disabledReason={switchReason}
        />
      </div>
      <div className={classes['body']}>
        <ServedBar project={project} environment={environment.key} document={document} known={known} />
        {failure === null ? (
          <p className={classes['summary']}>
            <Sentence words={summaryText(document)} />
          </p>
        ) : (
          <p className={classes['failure']} role="alert">
            Couldn’t save: {failure.refusal.sentence}{' '}
            <Anchor component="button" type="button" fz="sm" onClick={failure.retry}>
              Retry
            </Anchor>
          </p>
        )}
      </div>
      <div className={classes['foot']}>
        {drafted > 0 ? (
          <p>
            <IconPencil size={14} aria-hidden />
            <span>Your draft: {counted(drafted, 'change')}</span>
          </p>
        ) : null}
        {next === undefined ? null : (
          <p>
            <OpenChangeLine project={project} change={next} />
            {others.length === 0 ? null : (
              <span
                className={classes['more']}
                title={others.map(({ number, title }) => `#${number} ${title}`).join('\n')}
              >
                +{others.length} more
              </span>
            )}
          </p>
        )}
        {drafted === 0 && next === undefined ? (
          <p>
            <IconCheck size={14} aria-hidden />
            <span>No open change</span>
          </p>
        ) : null}
      </div>
    </section>
  )
}
