import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, Suspense, useId, useState } from 'react'
import type { FilterHint } from '../../../../../../shared/features/flags/filter/grammar.ts'
import { Kbd } from '../../../../components/kbd.tsx'
import { lazyPart } from '../../../../components/lazy-part.ts'
import classes from './list-screen.module.css'

const FilterHints = lazyPart(async () => (await import('./filter-hints.tsx')).FilterHints)

/** The filter of the list, with completion and error messages. */
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
  const [hints, setHints] = useState<readonly FilterHint[]>([])
  const shown = open ? hints : []
  const take = (text: string) => {
    const before = value.slice(0, value.length - (/\S*$/.exec(value)?.[0] ?? '').length)
    onType(`${before}${text}${text.endsWith(':') ? '' : ' '}`)
    setChosen(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setOpen(false)
      onType('')
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setOpen(true)
      if (shown.length === 0) return
      event.preventDefault()
      setChosen((old) => (old < 0 && step < 0 ? shown.length - 1 : (old + step + shown.length) % shown.length))
    }
    const hint = shown[chosen]
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
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? `${id}-hints` : undefined}
        aria-activedescendant={chosen < 0 || shown.length === 0 ? undefined : `${id}-${chosen}`}
        aria-autocomplete="list"
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
      <Suspense>
        {open || value.includes(':') ? (
          <FilterHints
            id={id}
            project={project}
            value={value}
            open={open}
            chosen={chosen}
            onHints={setHints}
            onTake={take}
          />
        ) : null}
      </Suspense>
    </div>
  )
}
