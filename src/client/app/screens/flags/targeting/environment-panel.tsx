import { Anchor } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import type { Environment } from '../../../../../shared/schemas/project.ts'
import { offText, summaryText } from '../../../../../shared/text/rules/sentence.ts'
import { Switch } from '../../../components/switch.tsx'
import { EnvironmentMark } from '../../../features/environments/environment-mark.tsx'
import { Sentence } from '../../../features/targeting/sentence.tsx'
import type { SwitchState } from '../quick-actions/use-switch.ts'
import classes from './environment-panel.module.css'

/** One environment of a flag: the switch and a sentence; opened, its rules stand below. */
export function EnvironmentPanel(props: {
  flagName: string
  environment: Environment
  document: FlagDocument
  drafted: boolean
  opened: boolean
  switchReason: string | undefined
  pending: boolean
  failure: SwitchState['failure']
  onOpen: () => void
  onSwitch: (on: boolean) => void
  /** What can be done with the flag here as a whole. */
  menu: ReactNode
  children: ReactNode
}): ReactNode {
  const {
    flagName,
    environment,
    document,
    drafted,
    opened,
    switchReason,
    pending,
    failure,
    onOpen,
    onSwitch,
    menu,
    children,
  } = props
  const Chevron = opened ? IconChevronDown : IconChevronRight
  return (
    <section
      className={classes['panel']}
      aria-label={environment.name}
      data-protected={environment.protected || undefined}
      style={{ '--edge': `var(--env-${environment.colour})` }}
    >
      <div className={classes['head']}>
        <button type="button" className={classes['open']} aria-expanded={opened} onClick={onOpen}>
          <Chevron size={16} aria-hidden className={classes['chevron']} />
          <EnvironmentMark environment={environment} strong />
          {drafted ? <IconPencil size={14} aria-label="has a draft" className={classes['pencil']} /> : null}
        </button>
        <Switch
          label={`${flagName} in ${environment.name}`}
          checked={document.on}
          onChange={onSwitch}
          pending={pending}
          disabledReason={switchReason}
        />
        <span className={classes['state']}>{document.on ? 'on' : 'off'}</span>
        {failure === null ? (
          <span className={classes['summary']}>
            <Sentence words={summaryText(document)} />
          </span>
        ) : (
          <span className={classes['failure']} role="alert">
            Couldn’t save: {failure.refusal.sentence}{' '}
            <Anchor component="button" type="button" fz="sm" onClick={failure.retry}>
              Retry
            </Anchor>
          </span>
        )}
        <span className={classes['menu']}>{menu}</span>
      </div>
      {opened ? (
        <div className={classes['body']}>
          {document.on ? null : (
            <p className={classes['off']}>
              {environment.name} is off: everyone gets <Sentence words={offText(document)} /> and the rules below are
              ignored.
            </p>
          )}
          {children}
        </div>
      ) : null}
    </section>
  )
}
