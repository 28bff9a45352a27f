import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Environment, EnvironmentColour } from '../../../../shared/features/projects/schemas/project.ts'
import { Mark } from '../../components/mark.tsx'
import classes from './environment-mark.module.css'

/** Each color has its own shape, so that environments can be told apart without color. */
const shapes: Record<EnvironmentColour, ReactNode> = {
  teal: <circle cx="5" cy="5" r="4" />,
  violet: <path d="M5 0.5 9.5 5 5 9.5 0.5 5z" />,
  red: <rect x="1" y="1" width="8" height="8" />,
  orange: <path d="M2.6 1h4.8l2.1 8H0.5z" />,
  blue: <path d="M5 0.8 9.6 9H0.4z" />,
  pink: <path d="M5 0.5 9.6 4 7.8 9.4H2.2L0.4 4z" />,
  gray: <path d="M2.5 1h5l2.5 4-2.5 4h-5L0 5z" />,
}

export function EnvironmentShape({ colour }: { colour: EnvironmentColour }): ReactNode {
  return (
    <svg viewBox="0 0 10 10" className={classes['shape']} style={{ fill: `var(--env-${colour})` }} aria-hidden>
      {shapes[colour]}
    </svg>
  )
}

/** An environment’s shape and name. A lock marks protected environments. */
export function EnvironmentMark(props: {
  environment: Pick<Environment, 'name' | 'colour' | 'protected'>
  strong?: boolean
  /** Compact form: only the lock, with a label for screen readers. */
  brief?: boolean
}): ReactNode {
  const { environment, strong, brief } = props
  return (
    <span className={classes['mark']} data-strong={strong || undefined}>
      <EnvironmentShape colour={environment.colour} />
      {environment.name}
      {environment.protected && brief ? (
        <span className={classes['lock']} title="protected">
          <IconLock size={14} aria-hidden />
          <span className="visually-hidden">protected</span>
        </span>
      ) : null}
      {environment.protected && !brief ? <Mark icon={IconLock}>protected</Mark> : null}
    </span>
  )
}
