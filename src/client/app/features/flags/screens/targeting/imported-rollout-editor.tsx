import { Button, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ImportedShare, importedShare } from '../../../../../../shared/datafile/imported-share.ts'
import type { AudienceCount } from '../../../../../../shared/engine/matches.ts'
import { limits } from '../../../../../../shared/limits.ts'
import type { Rule } from '../../../../../../shared/schemas/flag.ts'
import { VariantMark } from '../../../variants/variant-mark.tsx'
import { type Slot, slotColour, slotOf } from '../../../variants/variant-slots.ts'
import { audienceText } from './audience-text.ts'
import classes from './serve-editor.module.css'
import { ShareControl } from './share-control.tsx'

const unitsOf = (share: number): number => Math.round(share * limits.weightUnits)

const withOwnSplit = (rule: Rule, imported: ImportedShare, variant: string): Rule => {
  const to = unitsOf(imported.share)
  const serve =
    to >= limits.weightUnits ? { variant } : { split: { parts: to === 0 ? [] : [{ variant, from: 0, to }] } }
  return { ...imported.withoutRollout(), serve }
}

/**
 * Edits an imported rollout: one variant for a share of the users a rule matches. Changing the share does not reassign
 * users.
 */
export function ImportedRolloutEditor(props: {
  label: string
  rule: Rule
  variant: string
  imported: ImportedShare
  published: Rule | undefined
  audience: AudienceCount | null
  slots: ReadonlyMap<string, Slot>
  variants: readonly string[]
  onChange: (rule: Rule) => void
}): ReactNode {
  const { label, rule, variant, imported, published, audience, slots, variants, onChange } = props
  const weight = unitsOf(imported.share)
  const was = published === undefined ? undefined : importedShare(published)?.share
  const described = audience === null ? null : audienceText(audience, weight)
  return (
    <div className={classes['serve']}>
      <span className={classes['joint']}>serve</span>
      <Select
        aria-label={`${label}, variant`}
        className={classes['variant']}
        data={[...variants]}
        value={variant}
        leftSection={
          <i className={classes['square']} style={{ '--slot': slotColour(slotOf(slots, variant)) }} aria-hidden />
        }
        leftSectionWidth={26}
        renderOption={({ option }) => <VariantMark slot={slotOf(slots, option.value)} name={option.label} />}
        onChange={(chosen) => onChange({ ...rule, serve: { ...rule.serve, variant: chosen ?? variant } })}
        allowDeselect={false}
      />
      <span className={classes['word']}>to</span>
      <ShareControl
        label={label}
        slot={slotOf(slots, variant)}
        weight={weight}
        was={was === undefined ? null : unitsOf(was)}
        onChange={(next) => onChange(imported.withShare(next / limits.weightUnits))}
      />
      <p className={classes['audience']}>
        Imported rollout: users keep the place that they had before the import.{' '}
        <Button
          variant="subtle"
          size="compact-sm"
          // A native split cannot serve a separate value to users outside the rollout.
          display={rule.onGateMiss === undefined ? undefined : 'none'}
          title="Users are assigned again, so some get another variant. Review shows how many."
          onClick={() => onChange(withOwnSplit(rule, imported, variant))}
        >
          Convert to a Fanion split
        </Button>
      </p>
      {described === null ? null : <p className={classes['audience']}>{described}</p>}
    </div>
  )
}
