import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Rule } from '../../../../../../shared/schemas/flag.ts'
import type { Serve } from '../../../../../../shared/schemas/split.ts'
import { parse } from '../../../../../../shared/text/rules/parse.ts'
import { sentence } from '../../../../../../shared/text/rules/sentence.ts'
import { weightsOf } from '../../../../../../shared/text/rules/serve.ts'
import { Kbd } from '../../../../components/kbd.tsx'
import { useShortcut } from '../../../../components/shortcuts.ts'
import classes from './rules.module.css'

type ParsedRule = { rule: Pick<Rule, 'when' | 'serve'> } | { problem: string; at: number }

const unknownVariant = (serve: Serve, variants: readonly string[]): string | undefined => {
  const named = 'variant' in serve ? [serve.variant] : 'split' in serve ? [...weightsOf(serve.split).keys()] : []
  return named.find((variant) => !variants.includes(variant))
}

/** Parses a typed rule. Without a variant, it serves the first one. */
const readRule = (typed: string, variants: readonly string[]): ParsedRule => {
  const read = parse(typed)
  if ('misread' in read) return { problem: `Expected ${read.misread.expected}`, at: read.misread.at }
  const serve = read.serve ?? { variant: variants[0] ?? '' }
  const unknown = unknownVariant(serve, variants)
  if (unknown === undefined) return { rule: { when: read.when, serve } }
  return {
    problem: `The flag has no variant ${unknown}; it has ${variants.join(', ')}`,
    at: typed.lastIndexOf(unknown),
  }
}

/**
 * Input for a rule as a sentence. Enter adds it; on a syntax error, the text stays with a caret under the first invalid
 * word.
 */
export function RuleBar(props: {
  variants: readonly string[]
  onAdd: (rule: Pick<Rule, 'when' | 'serve'>) => void
}): ReactNode {
  const { variants, onAdd } = props
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useShortcut('a', 'Add rule', () => field.current?.focus())
  const read = typed.trim() === '' ? null : readRule(typed, variants)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') field.current?.blur()
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey || read === null) return
    event.preventDefault()
    setTried('problem' in read)
    if ('problem' in read) return
    onAdd(read.rule)
    setTyped('')
  }
  const wrong = tried && read !== null && 'problem' in read
  return (
    <TextInput
      ref={field}
      className={classes['bar']}
      translate="no"
      aria-label="Type a rule"
      placeholder={`country is NO, DE → ${variants[0] ?? 'on'} for 25%`}
      spellCheck={false}
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setTried(false)
      }}
      onKeyDown={onKeyDown}
      rightSection={<Kbd>A</Kbd>}
      description={read !== null && 'rule' in read ? `Press Enter to add: ${sentence(read.rule)}` : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={
        wrong ? (
          <>
            <span className={classes['caret']}>
              {typed.slice(Math.max(0, read.at - 24), read.at)}
              <mark>{typed.slice(read.at).split(/\s/)[0] || ' '}</mark>
            </span>{' '}
            {read.problem}
          </>
        ) : null
      }
    />
  )
}
