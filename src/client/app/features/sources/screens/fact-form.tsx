import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Fact, SaveFactInput } from '../../../../../shared/features/sources/schemas/source.ts'
import { holdText } from '../../../../../shared/text/time/hold-text.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { localTime } from '../../../components/time-text.tsx'
import { done } from '../../../components/toast.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { propertiesText, readProperties } from '../../metrics/properties-text.ts'
import { everyChoices, lookBackChoices, propertiesOf, withChosen } from './fact-words.ts'
import classes from './facts.module.css'
import { WarehousePreview } from './warehouse-preview.tsx'

// Example queries are not translated.
const examples = {
  event: `select customer_id as unit, paid_at as at, total as value, plan
from orders
where paid_at >= {{from}} and paid_at < {{to}}`,
  exposures: `select customer_id as unit, run, variant, seen_at as at
from flag_evaluations
where seen_at >= {{from}} and seen_at < {{to}}`,
} as const

/**
 * Edits and previews a warehouse query. It provides one event, which is declared from its columns if necessary, or
 * exposures.
 */
export function FactForm(props: {
  project: string
  source: string
  /** Null for a new query. */
  fact: Fact | null
  onDone: () => void
}): ReactNode {
  const { project, source, fact, onDone } = props
  const events = trpc.events.list.useQuery({ project }).data
  const utils = trpc.useUtils()
  const [value, setValue] = useState({
    gives: fact !== null && fact.event === null ? ('exposures' as const) : ('event' as const),
    ...{ event: fact?.event ?? '', query: fact?.query ?? (examples.event as string), by: fact?.by ?? '' },
    ...{ every: fact?.every ?? 'PT1H', lookBack: fact?.lookBack ?? 'PT6H', since: fact?.since ?? '' },
    ...{ hasValue: false, unit: '', properties: '' },
  })
  // what was there when the form was opened: the fact behind it may be read again
  const [version] = useState(fact?.version)
  const set = (more: Partial<typeof value>) => setValue({ ...value, ...more })
  const isEvent = value.gives === 'event'
  const preview = trpc.facts.preview.useMutation({
    onSuccess: (found) =>
      set({
        hasValue: found.columns.some(({ name }) => name === 'value'),
        properties: propertiesText(propertiesOf(found)),
      }),
  })
  const save = trpc.facts.save.useMutation({
    onSuccess: async () => {
      onDone()
      await Promise.all([utils.sources.invalidate(), utils.events.invalidate()])
      done(isEvent ? `Saved ${value.event}` : 'Saved exposures')
    },
  })
  const error = save.error ?? preview.error
  const refusal = error ? refusalOf(error) : null
  const problems = useProblems(refusal)
  const isDeclared = events?.some(({ key, archivedAt }) => key === value.event && archivedAt === null) ?? true
  const declares = isEvent && !isDeclared && value.event !== '' && preview.data !== undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    preview.reset()
    const { gives: _, event: key, hasValue, unit, properties, by, since, ...rest } = value
    const carried = { value: hasValue ? { unit } : null, properties: readProperties(properties) }
    const declare = declares ? { declare: { name: value.event, ...carried } } : {}
    const when = since === '' ? {} : { since }
    const input = isEvent
      ? { project, source, version, event: key, ...rest, by: by === '' ? null : by, ...when, ...declare }
      : { project, source, version, event: null, ...rest, ...when }
    if (problems.fits(SaveFactInput, input)) save.mutate(input)
  }
  return (
    <form onSubmit={send} noValidate className={classes['form']}>
      <div className={classes['row']}>
        <NativeSelect
          label="Rows are"
          disabled={fact !== null}
          value={value.gives}
          onChange={({ currentTarget }) => {
            const gives = currentTarget.value === 'exposures' ? 'exposures' : 'event'
            // The example was not edited.
            const query = value.query === examples[value.gives] ? examples[gives] : value.query
            preview.reset()
            set({ gives, query })
          }}
          data={[
            { value: 'event', label: 'an event: who did it, and when' },
            { value: 'exposures', label: 'exposures: who was given what' },
          ]}
        />
        {isEvent ? (
          <TextInput
            label="Event"
            placeholder="order"
            autoComplete="off"
            spellCheck={false}
            disabled={fact !== null}
            value={value.event}
            onChange={({ currentTarget }) => set({ event: currentTarget.value.trim() })}
            error={problems.at('event')}
          />
        ) : null}
      </div>
      <Textarea
        label="SQL"
        description={
          isEvent
            ? 'Columns unit, at, value if there is one, and properties; with {{from}} and {{to}} bare, without quotes'
            : 'Columns unit, run (the number of an experiment’s run), variant and at; with {{from}} and {{to}} bare, without quotes'
        }
        className={classes['sql']}
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        value={value.query}
        onChange={({ currentTarget }) => set({ query: currentTarget.value })}
        error={problems.at('query')}
      />
      <div className={classes['row']}>
        <NativeSelect
          label="Read every"
          value={value.every}
          onChange={({ currentTarget }) => set({ every: currentTarget.value })}
          data={withChosen(everyChoices, value.every).map((one) => ({ value: one, label: holdText(one) }))}
        />
        <NativeSelect
          label="Look back for late rows"
          value={value.lookBack}
          onChange={({ currentTarget }) => set({ lookBack: currentTarget.value })}
          data={withChosen(lookBackChoices, value.lookBack).map((one) => ({
            value: one,
            label: one === 'P0D' ? 'not at all' : holdText(one),
          }))}
        />
      </div>
      <div className={classes['row']}>
        <TextInput
          label="Since"
          type="datetime-local"
          description={sinceText(isEvent, fact !== null)}
          value={value.since === '' ? '' : localTime(value.since)}
          onChange={({ currentTarget }) =>
            set({ since: currentTarget.value === '' ? '' : new Date(currentTarget.value).toISOString() })
          }
          error={problems.at('since')}
        />
        {isEvent ? (
          <TextInput
            label="Units are named by"
            description="Empty: the targeting key"
            placeholder="companyId"
            autoComplete="off"
            spellCheck={false}
            value={value.by}
            onChange={({ currentTarget }) => set({ by: currentTarget.value.trim() })}
            error={problems.at('by')}
          />
        ) : null}
      </div>
      {declares ? (
        <>
          <p>{value.event} isn’t declared yet. Saving declares it as this:</p>
          <Checkbox
            label="Carries a number"
            checked={value.hasValue}
            onChange={({ currentTarget }) => set({ hasValue: currentTarget.checked })}
          />
          {value.hasValue ? (
            <TextInput
              label="Unit"
              placeholder="€"
              autoComplete="off"
              value={value.unit}
              onChange={({ currentTarget }) => set({ unit: currentTarget.value })}
            />
          ) : null}
          <Textarea
            label="Properties"
            description="One a line: items: number, or plan: free, gold. A text that isn’t listed isn’t kept."
            className={classes['sql']}
            autosize
            minRows={2}
            spellCheck={false}
            value={value.properties}
            onChange={({ currentTarget }) => set({ properties: currentTarget.value })}
            error={problems.at('declare')}
          />
        </>
      ) : null}
      {!isEvent || isDeclared || declares || value.event === '' ? null : (
        <p>{value.event} isn’t declared yet. Preview the query first: saving declares it from the columns.</p>
      )}
      <FormError refusal={refusal} fields={['event', 'query', 'by', 'since']} />
      <div className={classes['acts']}>
        <Button
          variant="default"
          loading={preview.isPending}
          onClick={() => {
            save.reset()
            preview.mutate({ project, source, query: value.query, exposures: !isEvent })
          }}
        >
          Preview
        </Button>
        <Button type="submit" loading={save.isPending} disabled={isEvent && !isDeclared && !declares}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {preview.data ? <WarehousePreview preview={preview.data} /> : null}
    </form>
  )
}

/** Default start of reading, and its limits. */
const sinceText = (isEvent: boolean, isSaved: boolean): string => {
  if (isSaved) return 'Can only be moved earlier'
  return isEvent ? 'Empty: 14 days ago; 45 days at most' : 'Empty: 7 days ago; 8 days at most'
}
