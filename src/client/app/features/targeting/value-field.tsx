import { TagsInput, Textarea, TextInput } from '@mantine/core'
import { type ClipboardEvent, type ReactNode, use, useState } from 'react'
import { identifiesUsers } from '../../../../shared/lint/identifies-users.ts'
import { operatorFacts, type ValueKind } from '../../../../shared/operators.ts'
import type { Leaf, Scalar } from '../../../../shared/schemas/condition.ts'
import { shownValues } from '../../../../shared/text/collapse.ts'
import { readNumber } from '../../../../shared/text/read-number.ts'
import { literal, readLiteral } from '../../../../shared/text/rules/literal.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { locale } from '../../../../shared/text/time/locale.ts'
import { chipValues } from './chip-values.ts'
import classes from './condition-editor.module.css'
import { InstantField } from './instant-field.tsx'
import { KnownAttributes } from './known-attributes.ts'
import { ManyValues } from './many-values.tsx'
import { readPasted } from './read-pasted.ts'
import { withValues } from './rows.ts'
import { unreadValue } from './value-problem.ts'

const examples: Record<ValueKind, string> = {
  scalar: 'Type a value, then press Enter',
  text: 'Type text, then press Enter',
  pattern: '^beta-',
  member: 'Type text, then press Enter',
  number: '0',
  version: '2.3.0',
  instant: 'mon 9am, or 2026-11-23',
  duration: 'P30D or 12h',
  network: '10.0.0.0/8',
}

const separators: Partial<Record<ValueKind, string[]>> = { text: ['\n'], pattern: ['\n'], member: ['\n'] }

/** Edits the values of a condition: chips for lists (also from pasted text), number fields for numbers. */
export function ValueField(props: { leaf: Leaf; label: string; onChange: (leaf: Leaf) => void }): ReactNode {
  const { leaf, label, onChange } = props
  const { takes, kind } = operatorFacts[leaf.operator]
  const set = (values: Scalar[]) => onChange(withValues(leaf, values))
  const [said, setSaid] = useState('')
  const attribute = use(KnownAttributes).find(({ name }) => name === leaf.attribute)
  const known = attribute === undefined || identifiesUsers(attribute) ? [] : attribute.values
  const offered = kind === 'scalar' ? known : known.filter(({ value }) => typeof value === 'string')
  const wanted = unreadValue(leaf)
  const unread = leaf.values.length === 0 || wanted === null ? null : `Enter ${wanted}`
  if (takes === 'none') return null
  if (kind === 'number')
    return (
      <NumberFields values={leaf.values} count={takes === 'two' ? 2 : 1} label={label} error={unread} onChange={set} />
    )
  if (takes === 'one' && kind === 'instant')
    return (
      <InstantField
        label={label}
        value={leaf.values[0]}
        error={unread}
        placeholder={examples.instant}
        onChange={(text) => set(text === '' ? [] : [text])}
      />
    )
  // “is” also uses chips, because a second value turns it into “is one of”.
  if (takes === 'one' && kind !== 'scalar')
    return (
      <Textarea
        aria-label={`${label}, value`}
        className={classes['value']}
        placeholder={examples[kind]}
        autosize
        minRows={1}
        maxRows={8}
        value={String(leaf.values[0] ?? '')}
        error={unread}
        // A single value that may wrap.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
        }}
        onChange={(event) => {
          const text = event.currentTarget.value.replaceAll(/[\r\n]+/g, '')
          set(text === '' ? [] : [text])
        }}
      />
    )
  const splitChars = separators[kind] ?? [',', '\n', '\t', ';']
  // The field splits typed text itself. Text that arrives at once (autofill, unfinished input) is split here.
  const apart = (text: string): string[] => {
    if (text.trim().startsWith('"')) return [text]
    const parts = splitChars.reduce((texts, char) => texts.flatMap((part) => part.split(char)), [text])
    return parts.filter((part) => part.trim() !== '')
  }
  // Adds quotes only if the text would parse as another type: "5" is a string.
  const shown = (value: Scalar) =>
    kind !== 'scalar' || (typeof value === 'string' && readLiteral(value) === value) ? String(value) : literal(value)
  const read = (text: string): Scalar => (kind === 'scalar' ? readLiteral(text) : text.trim())
  const paste = (event: ClipboardEvent<HTMLDivElement>) => {
    const pasted = readPasted(event.clipboardData.getData('text'), splitChars)
    if (pasted.length < 2) return
    // Otherwise the field would treat it as one text, or split it without counting.
    event.preventDefault()
    event.stopPropagation()
    const values = pasted.map((one) => (typeof one === 'string' ? read(one) : kind === 'scalar' ? one : String(one)))
    const next = [...new Set([...leaf.values, ...values])]
    const added = next.length - leaf.values.length
    const twice = values.length - added
    setSaid(`Added ${added.toLocaleString(locale)}${twice === 0 ? '' : `, ${counted(twice, 'duplicate')}`}`)
    set(next)
  }
  return (
    <div className={classes['value']} onPasteCapture={paste}>
      {leaf.values.length > shownValues ? (
        <ManyValues label={label} values={leaf.values} error={unread} shown={shown} read={read} onChange={set} />
      ) : (
        <TagsInput
          aria-label={`${label}, values`}
          placeholder={leaf.values.length === 0 ? examples[kind] : ''}
          splitChars={splitChars}
          data={offered.map(({ value }) => shown(value))}
          limit={20}
          renderOption={({ option }) => (
            <span className={classes['option']}>
              <span>{option.value}</span>
              <span className={classes['seen']}>{timesSeen(offered, option.value, shown)}</span>
            </span>
          )}
          value={leaf.values.map(shown)}
          onChange={(texts) => {
            setSaid('')
            set(chipValues(texts, leaf.values, { shown, split: apart, read }))
          }}
          comboboxProps={{ withinPortal: true }}
          error={unread}
        />
      )}
      <span className={classes['said']} role="status">
        {said}
      </span>
    </div>
  )
}

const timesSeen = (
  offered: readonly { value: Scalar; count: number }[],
  option: string,
  shown: (value: Scalar) => string,
): string => {
  const count = offered.find(({ value }) => shown(value) === option)?.count ?? 0
  return count === 0 ? '' : counted(count, 'time')
}

/** A typed number, or the text if it is invalid. Drafts keep invalid input, but cannot be published with it. */
const typedNumber = (text: string): Scalar => readNumber(text) ?? text

function NumberFields(props: {
  values: readonly Scalar[]
  count: 1 | 2
  label: string
  error: string | null
  onChange: (values: Scalar[]) => void
}): ReactNode {
  const { values, count, label, error, onChange } = props
  const [typed, setTyped] = useState<{ at: number; text: string } | null>(null)
  const change = (at: number, text: string) => {
    setTyped({ at, text })
    const next = Array.from({ length: count }, (_, i): Scalar => (i === at ? typedNumber(text) : (values[i] ?? '')))
    onChange(next.every((value) => value === '') ? [] : next)
  }
  const field = (at: number, name: string) => (
    <TextInput
      aria-label={`${label}, ${name}`}
      className={classes['number']}
      placeholder={examples.number}
      inputMode="decimal"
      value={typed?.at === at ? typed.text : String(values[at] ?? '')}
      error={at === count - 1 ? error : error !== null}
      onChange={(event) => change(at, event.currentTarget.value)}
      onBlur={() => setTyped(null)}
    />
  )
  if (count === 1) return field(0, 'value')
  return (
    <>
      {field(0, 'lower bound')}
      <span className={classes['word']}>and</span>
      {field(1, 'upper bound')}
    </>
  )
}
