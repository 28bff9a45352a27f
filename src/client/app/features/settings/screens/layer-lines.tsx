import type { ReactNode } from 'react'
import type { Stretch } from '../../../../../shared/features/experiments/schemas/layer.ts'
import { limits } from '../../../../../shared/limits.ts'
import { slotColour } from '../../variants/variant-slots.ts'
import '../../variants/palette.css'
import classes from './layers.module.css'

type ExperimentRange = Stretch & { readonly experiment: string }

/** A layer in each environment, with the ranges that experiments occupy. */
export function LayerLines(props: {
  environments: readonly { key: string; name: string; held: readonly ExperimentRange[]; room: string }[]
  /** In the order of their colors. */
  holders: readonly string[]
}): ReactNode {
  return (
    <ul className={classes['lines']}>
      {props.environments.map(({ key, name, held, room }) => (
        <li key={key}>
          <span>{name}</span>
          <svg className={classes['line']} role="img" aria-label={`${name}: ${room} free`} preserveAspectRatio="none">
            <rect className={classes['free']} width="100%" height="100%" rx={3} />
            {held.map(({ from, to, experiment }) => (
              <rect
                key={from}
                x={`${(from / limits.weightUnits) * 100}%`}
                width={`${((to - from) / limits.weightUnits) * 100}%`}
                height="100%"
                fill={slotColour(props.holders.indexOf(experiment))}
              >
                <title>{experiment}</title>
              </rect>
            ))}
          </svg>
          <span className={classes['faint']}>{room} free</span>
        </li>
      ))}
    </ul>
  )
}
