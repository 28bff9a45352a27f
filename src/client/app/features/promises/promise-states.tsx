import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { FlagPromise, PromiseState } from '../../../../shared/features/promises/schemas/promise.ts'
import { stateSentence } from '../../../../shared/text/promise/breach-text.ts'
import classes from './promises.module.css'

const icons: Record<PromiseState['state'], typeof IconCheck> = {
  kept: IconCheck,
  broken: IconX,
  unproven: IconQuestionMark,
}
const words: Record<PromiseState['state'], string> = { kept: 'kept', broken: 'broken', unproven: 'not proven' }

/** State of a promise in each environment, with the reason if it is violated. */
export function PromiseStates(props: {
  states: FlagPromise['states']
  environments: readonly Pick<Environment, 'key' | 'name'>[]
}): ReactNode {
  const { states, environments } = props
  const nameOf = (key: string) => environments.find((one) => one.key === key)?.name ?? key
  return (
    <>
      <div className={classes['states']}>
        {states.map(({ environment, state }) => {
          const Mark = icons[state.state]
          return (
            <span key={environment} className={classes['state']} data-state={state.state}>
              <Mark size={14} aria-hidden />
              {nameOf(environment)}: {words[state.state]}
            </span>
          )
        })}
      </div>
      {states.map(({ environment, state }) =>
        state.state === 'kept' ? null : (
          <p key={environment} className={classes['told']}>
            {nameOf(environment)}: {stateSentence(state)}
          </p>
        ),
      )}
    </>
  )
}
