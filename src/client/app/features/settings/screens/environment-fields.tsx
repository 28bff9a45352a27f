import { Checkbox, Group, NativeSelect, Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Environment, EnvironmentColour } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { EnvironmentShape } from '../../environments/environment-mark.tsx'
import classes from './settings.module.css'

export type Look = Pick<Environment, 'colour' | 'protected' | 'requiredApprovals'>

const numbers = Array.from({ length: limits.requiredApprovals + 1 }, (_, number) => ({
  value: String(number),
  label: number === 0 ? 'none' : counted(number, 'approval'),
}))

/** Edits an environment’s name, color and publishing requirements. */
export function EnvironmentFields(props: {
  value: Look
  onChange: (value: Look) => void
  problem: string | null
}): ReactNode {
  const { value, onChange, problem } = props
  const protect = (on: boolean) =>
    onChange({ ...value, protected: on, requiredApprovals: on ? value.requiredApprovals : 0 })
  return (
    <>
      <Radio.Group
        label="Color and shape"
        value={value.colour}
        onChange={(colour) => onChange({ ...value, colour: EnvironmentColour.parse(colour) })}
      >
        <div className={classes['colours']}>
          {EnvironmentColour.options.map((colour) => (
            <Radio
              key={colour}
              value={colour}
              label={
                <Group component="span" gap={6}>
                  <EnvironmentShape colour={colour} />
                  {colour}
                </Group>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        label="Protected"
        description="Publishing here requires the publisher role and a note. Turning a flag off still takes one click."
        checked={value.protected}
        onChange={(event) => protect(event.currentTarget.checked)}
      />
      <NativeSelect
        label="Required approvals"
        description={
          value.protected
            ? 'Approvals from people other than the author before a change can be published here.'
            : 'Only protected environments can require approvals.'
        }
        data={numbers}
        value={String(value.requiredApprovals)}
        disabled={!value.protected}
        onChange={(event) => onChange({ ...value, requiredApprovals: Number(event.currentTarget.value) })}
        error={problem}
      />
    </>
  )
}
