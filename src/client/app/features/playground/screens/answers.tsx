import { Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { OptionalModules } from '../../../../../shared/engine/optional-module.ts'
import type { Context } from '../../../../../shared/schemas/context.ts'
import { reasonPhrase } from '../../../../../shared/text/explain/explanation.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { useCreatedVariants } from '../../variants/use-created-variants.ts'
import { VariantMark } from '../../variants/variant-mark.tsx'
import { type Slot, slotOf, variantSlots } from '../../variants/variant-slots.ts'
import { answerOf, type ColumnAnswer, type ColumnInput } from './answer.ts'
import { AnswerDetails } from './answer-details.tsx'
import classes from './playground.module.css'
import { useModules } from './use-modules.ts'

const firstShown = 200

/** One line per flag with its value and reason, and the values in other columns. Expands to show every step. */
export function Answers(props: {
  project: string
  asked: readonly ColumnInput[]
  context: Context
  opened: string | undefined
  onOpen: (flag: string | undefined) => void
  onContext: (context: Context) => void
}): ReactNode {
  const { project, asked, context, opened, onOpen, onContext } = props
  const [typed, setTyped] = useState('')
  const [all, setAll] = useState(false)
  const keys = [...new Set(asked.flatMap(({ datafile }) => Object.keys(datafile.flags)))].sort()
  const wanted = keys.filter((key) => key.toLowerCase().includes(typed.trim().toLowerCase()))
  const shown = all ? wanted : wanted.filter((key, i) => i < firstShown || key === opened)
  const profiles = useModules(useMemo(() => asked.map(({ datafile }) => datafile), [asked]))
  const madeWith = useCreatedVariants(project)
  const revision = asked[0]?.datafile.revision ?? 0
  return (
    <section aria-label="Results">
      <div className={classes['answersHead']}>
        <TextInput
          aria-label="Search flags"
          placeholder="Search flags"
          size="xs"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={classes['state']} role="status">
          {typed === '' ? counted(keys.length, 'flag') : `${wanted.length} of ${counted(keys.length, 'flag')}`} at
          revision {revision}
        </p>
      </div>
      {asked.length > 1 ? (
        <p className={classes['columnHead']} aria-hidden style={{ '--columns': asked.length }}>
          <span>Flag</span>
          {asked.map(({ label }) => (
            <span key={label}>{label}</span>
          ))}
        </p>
      ) : null}
      {shown.length === 0 ? <p className={classes['state']}>No flag keys contain “{typed.trim()}”.</p> : null}
      <ul className={classes['answers']}>
        {profiles === undefined
          ? null
          : shown.map((key) => (
              <Answer
                key={key}
                made={madeWith(key)}
                project={project}
                flag={key}
                asked={asked}
                profiles={profiles}
                context={context}
                open={key === opened}
                onOpen={onOpen}
                onContext={onContext}
              />
            ))}
      </ul>
      {shown.length < wanted.length ? (
        <Button variant="default" size="xs" mt={8} onClick={() => setAll(true)}>
          Show all {wanted.length}
        </Button>
      ) : null}
    </section>
  )
}

const variantOf = (answer: ColumnAnswer | null): string =>
  answer === null ? 'flag not found' : (answer.explanation.outcome.variant ?? 'default in code')

const slotOfAnswer = (answer: ColumnAnswer | null, made: readonly string[]): Slot =>
  answer === null ? 'off' : slotOf(variantSlots(answer.document, made), answer.explanation.outcome.variant)

function Answer(props: {
  project: string
  flag: string
  /** The variants that the flag was created with. */
  made: readonly string[]
  asked: readonly ColumnInput[]
  profiles: OptionalModules
  context: Context
  open: boolean
  onOpen: (flag: string | undefined) => void
  onContext: (context: Context) => void
}): ReactNode {
  const { project, flag, made, asked, profiles, context, open, onOpen, onContext } = props
  const answers = asked.map((one) => answerOf(one, flag, context, profiles))
  const first = answers[0] ?? null
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <li data-open={open || undefined}>
      <button
        type="button"
        className={classes['answer']}
        data-columns={asked.length > 1 || undefined}
        style={{ '--columns': asked.length }}
        aria-expanded={open}
        onClick={() => onOpen(open ? undefined : flag)}
      >
        <Chevron size={15} aria-hidden className={classes['chevron']} />
        <span className={classes['key']}>{flag}</span>
        {answers.map((answer, i) => (
          <span
            key={asked[i]?.label}
            className={classes['value']}
            data-differs={variantOf(answer) !== variantOf(first) || undefined}
            title={answer === null ? undefined : reasonPhrase(answer.explanation, answer.document)}
          >
            {asked.length > 1 ? <span className={classes['columnName']}>{asked[i]?.label} </span> : null}
            <VariantMark slot={slotOfAnswer(answer, made)} name={variantOf(answer)} />
          </span>
        ))}
        {asked.length === 1 && first !== null ? (
          <span className={classes['because']}>{reasonPhrase(first.explanation, first.document)}</span>
        ) : null}
      </button>
      {open
        ? answers.map((answer) =>
            answer === null ? null : (
              <AnswerDetails
                key={answer.label}
                project={project}
                answer={answer}
                made={made}
                labelled={asked.length > 1}
                context={context}
                onContext={onContext}
              />
            ),
          )
        : null}
    </li>
  )
}
