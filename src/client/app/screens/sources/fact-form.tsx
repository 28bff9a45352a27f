import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Fact, SaveFactInput } from '../../../../shared/schemas/source.ts'
import { holdText } from '../../../../shared/text/time/hold-text.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { FormError } from '../../components/form-error.tsx'
import { done } from '../../components/toast.tsx'
import { useProblems } from '../../components/use-problems.ts'
import { propertiesText, readProperties } from '../../features/metrics/properties-text.ts'
import { trpc } from '../../trpc.ts'
import { FactPreviewed } from './fact-previewed.tsx'
import { everyChoices, lookBackChoices, propertiesOf, withChosen } from './fact-words.ts'
import classes from './facts.module.css'

// a query of an example, the same in every language of people
const example = `select customer_id as unit, paid_at as at, total as value, plan
from orders
where paid_at >= {{from}} and paid_at < {{to}}`

/** The query of a fact, tried before it is saved; an event that is not declared yet is declared from its columns. */
export function FactForm(props: {
  project: string
  source: string
  /** Null: a new one. */
  fact: Fact | null
  onDone: () => void
}): ReactNode {
  const { project, source, fact, onDone } = props
  const events = trpc.events.list.useQuery({ project }).data
  const utils = trpc.useUtils()
  const [value, setValue] = useState({
    ...{ event: fact?.event ?? '', query: fact?.query ?? example, by: fact?.by ?? '' },
    ...{ every: fact?.every ?? 'PT1H', lookBack: fact?.lookBack ?? 'PT6H' },
    ...{ hasValue: false, unit: '', properties: '' },
  })
  const set = (more: Partial<typeof value>) => setValue({ ...value, ...more })
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
      done(`Saved ${value.event}`)
    },
  })
  const error = save.error ?? preview.error
  const refusal = error ? refusalOf(error) : null
  const problems = useProblems(refusal)
  const isDeclared = events?.some(({ key, archivedAt }) => key === value.event && archivedAt === null) ?? true
  const declares = !isDeclared && value.event !== '' && preview.data !== undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    preview.reset()
    const { hasValue, unit, properties, by, ...rest } = value
    const carried = { value: hasValue ? { unit } : null, properties: readProperties(properties) }
    const declare = declares ? { declare: { name: value.event, ...carried } } : {}
    const input = { project, source, ...rest, by: by === '' ? null : by, ...declare }
    if (problems.fits(SaveFactInput, input)) save.mutate(input)
  }
  return (
    <form onSubmit={send} noValidate className={classes['form']}>
      <TextInput
        label="Event"
        description={fact === null ? 'The key of the event that this gives' : undefined}
        placeholder="order"
        autoComplete="off"
        spellCheck={false}
        disabled={fact !== null}
        value={value.event}
        onChange={({ currentTarget }) => set({ event: currentTarget.value.trim() })}
        error={problems.at('event')}
      />
      <Textarea
        label="SQL"
        description="Columns unit, at, value if there is one, and properties; with {{from}} and {{to}} bare, without quotes"
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
        <TextInput
          label="Units are named by"
          placeholder="the targeting key"
          autoComplete="off"
          spellCheck={false}
          value={value.by}
          onChange={({ currentTarget }) => set({ by: currentTarget.value.trim() })}
          error={problems.at('by')}
        />
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
      {isDeclared || declares || value.event === '' ? null : (
        <p>{value.event} isn’t declared yet. Preview the query first: saving declares it from the columns.</p>
      )}
      <FormError refusal={refusal} fields={['event', 'query', 'by']} />
      <div className={classes['acts']}>
        <Button
          variant="default"
          loading={preview.isPending}
          onClick={() => {
            save.reset()
            preview.mutate({ project, source, query: value.query })
          }}
        >
          Preview
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!isDeclared && !declares}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {preview.data ? <FactPreviewed preview={preview.data} /> : null}
    </form>
  )
}
