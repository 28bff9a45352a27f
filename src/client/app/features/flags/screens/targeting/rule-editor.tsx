import { TextInput } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { importedShare } from '../../../../../../shared/datafile/imported-share.ts'
import type { AudienceCount } from '../../../../../../shared/engine/matches.ts'
import { limits } from '../../../../../../shared/limits.ts'
import type { Condition } from '../../../../../../shared/schemas/condition.ts'
import type { Rule } from '../../../../../../shared/schemas/flag.ts'
import type { Serve } from '../../../../../../shared/schemas/split.ts'
import { fullSentence } from '../../../../../../shared/text/rules/sentence.ts'
import { useEventCallback } from '../../../../components/use-event-callback.ts'
import { CreatePromiseButton } from '../../../promises/create-promise-button.tsx'
import { ConditionEditor } from '../../../targeting/condition-editor.tsx'
import { gapsIn } from '../../../targeting/rows.ts'
import type { Slot } from '../../../variants/variant-slots.ts'
import { ImportedRolloutEditor } from './imported-rollout-editor.tsx'
import type { RuleContext } from './rule-context.ts'
import classes from './rules.module.css'
import { ServeEditor } from './serve-editor.tsx'

/** Edits a rule: conditions and served variants, with a sentence that describes it. */
export function RuleEditor(props: {
  flag: string
  rule: Rule
  published: Serve
  /** The published rule. Undefined if the rule is new. */
  publishedRule: Rule | undefined
  /** Who would move to another variant, as text. */
  moves: string | null
  /** Recent contexts that match the rule. Null while unknown. */
  audience: AudienceCount | null
  slots: ReadonlyMap<string, Slot>
  position: number
  rules: number
  onChange: (rule: Rule) => void
  context: RuleContext
}): ReactNode {
  const { flag, rule, published, publishedRule, moves, audience, slots, position, rules, onChange, context } = props
  const { attributes, segments, variants, project, environment } = context
  const label = `Rule ${position}`
  const gaps = gapsIn(rule.when)
  const rename = (name: string) => {
    const { name: _, ...rest } = rule
    onChange(name === '' ? rest : { ...rest, name })
  }
  // Stable callbacks, so that typing in one part does not render the others.
  const imported = useMemo(() => importedShare(rule), [rule])
  const setWhen = useEventCallback((when: Condition) => onChange(imported?.withConditions(when) ?? { ...rule, when }))
  const setServe = useEventCallback((next: Serve) => onChange({ ...rule, serve: next }))
  return (
    <div className={classes['editor']}>
      <ConditionEditor
        label={label}
        condition={imported?.withoutRollout().when ?? rule.when}
        onChange={setWhen}
        attributes={attributes}
        segments={segments}
      />
      {imported !== null && 'variant' in rule.serve ? (
        <ImportedRolloutEditor
          label={label}
          rule={rule}
          variant={rule.serve.variant}
          imported={imported}
          published={publishedRule}
          audience={audience}
          slots={slots}
          variants={variants}
          onChange={onChange}
        />
      ) : (
        <ServeEditor
          label={label}
          serve={rule.serve}
          published={published}
          moves={moves}
          audience={audience}
          slots={slots}
          variants={variants}
          attributes={attributes}
          onChange={setServe}
        />
      )}
      <TextInput
        aria-label={`${label}, name`}
        className={classes['nameField']}
        placeholder="Rule name (optional)"
        maxLength={limits.nameLength}
        value={rule.name ?? ''}
        onChange={(event) => rename(event.currentTarget.value)}
      />
      <p className={classes['full']} role="status">
        {gaps.length === 0 ? fullSentence(rule, position, rules) : `Missing: ${[...new Set(gaps)].join(', ')}.`}
      </p>
      {gaps.length > 0 || !('variant' in rule.serve) ? null : (
        <div className={classes['promise']}>
          <CreatePromiseButton
            project={project}
            environment={environment}
            statement={{ kind: 'always', when: rule.when, flag, variants: [rule.serve.variant] }}
          />
        </div>
      )}
    </div>
  )
}
