import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useMemo, useState } from 'react'
import { filterHints, filterProblems, lastWord } from '../../../../../shared/flag-filter/grammar.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './list-screen.module.css'

/** The filter of the list: it offers what can be typed, completes it, and says what of it is not understood. */
export function FilterField(props: {
  project: string
  value: string
  field: Ref<HTMLInputElement>
  onType: (text: string) => void
}): ReactNode {
  const { project, value, field, onType } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const environments = trpc.environments.list.useQuery({ project }, { enabled: open || value.includes(':') }).data
  const keys = trpc.flags.keys.useQuery({ project }, { enabled: open && /tag:\S*$/.test(value) }).data
  const members = trpc.members.list.useQuery({ project }, { enabled: open && /owner:\S*$/.test(value) }).data
  const words = useMemo(
    () => ({
      environments: environments ?? [],
      tags: [...new Set((keys ?? []).flatMap(({ tags }) => tags))].toSorted(),
      owners: (members ?? []).map(({ user }) => user.name),
    }),
    [environments, keys, members],
  )
  const hints = open ? filterHints(value, words) : []
  // the word that is still being typed is not wrong yet
  const settled = open ? value.slice(0, value.length - lastWord(value).length) : value
  const problems = filterProblems(settled, words)
  const take = (text: string) => {
    onType(`${value.slice(0, value.length - lastWord(value).length)}${text}${text.endsWith(':') ? '' : ' '}`)
    setChosen(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (value === '') setOpen(false)
      onType('')
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hints.length > 0) {
      event.preventDefault()
      setOpen(true)
      setChosen((old) => (old + step + hints.length + (old < 0 && step < 0 ? 1 : 0)) % hints.length)
    }
    const hint = hints[chosen]
    if ((event.key === 'Enter' || event.key === 'Tab') && hint !== undefined) {
      event.preventDefault()
      take(hint.text)
    }
  }
  return (
    <div className={classes['filterBox']}>
      <TextInput
        ref={field}
        className={classes['filter']}
        role="combobox"
        aria-label="Filter flags"
        aria-expanded={hints.length > 0}
        aria-controls={`${id}-hints`}
        aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
        aria-autocomplete="list"
        aria-describedby={problems.length === 0 ? undefined : `${id}-problems`}
        autoComplete="off"
        spellCheck={false}
        placeholder="Filter: checkout tag:web on:production"
        leftSection={<IconSearch size={15} />}
        rightSection={<Kbd>/</Kbd>}
        value={value}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          setChosen(-1)
        }}
        onChange={(event) => {
          onType(event.currentTarget.value)
          setOpen(true)
          setChosen(-1)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes['below']} data-open={hints.length > 0 || problems.length > 0 || undefined}>
        {problems.length === 0 ? null : (
          <p id={`${id}-problems`} className={classes['problem']} role="status">
            {problems[0]}
          </p>
        )}
        {hints.length === 0 ? null : (
          <div id={`${id}-hints`} role="listbox" aria-label="What can be filtered by">
            {hints.map(({ text, says }, at) => (
              // the field keeps the focus and takes the keys, as the combobox pattern has it
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={text}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === chosen}
                className={classes['hint']}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(text)}
              >
                <code>{text}</code>
                <span>{says}</span>
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
