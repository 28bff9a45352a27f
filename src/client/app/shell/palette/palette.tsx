import { Modal } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { Kbd } from '../../components/kbd.tsx'
import { shownKeys } from '../../components/shortcuts.ts'
import classes from './palette.module.css'
import { type Suggestion, suggest } from './suggest.ts'
import { useCommand } from './use-command.ts'
import { usePaletteData } from './use-palette-data.ts'

/** Command palette: finds flags, segments and screens, and runs actions with arguments. Enter runs the first row. */
export function Palette({ project, onClose }: { project: string; onClose: () => void }): ReactNode {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [asked, setAsked] = useState<string | null>(null)
  const known = usePaletteData(project)
  const run = useCommand(project)
  const id = useId()
  const rows = useMemo(() => suggest(typed, known), [typed, known])
  const at = Math.min(chosen, Math.max(0, rows.length - 1))
  const type = (text: string) => {
    setTyped(text)
    setChosen(0)
    setAsked(null)
  }
  const choose = (row: Suggestion | undefined) => {
    if (row === undefined) return
    if (row.command.do === 'type') return type(row.command.text)
    // An invitation may send an email, so it needs a second Enter.
    if (row.command.do === 'invite' && asked !== row.id) return setAsked(row.id)
    onClose()
    // The palette must return the focus before the command takes it.
    setTimeout(() => run(row.command))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((rows.length + at + step) % Math.max(1, rows.length))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(rows[at])
    }
  }
  return (
    <Modal.Root opened onClose={onClose} yOffset="10vh" size={640}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search or run">
        <input
          role="combobox"
          className={classes['input']}
          aria-label="Search or run"
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-rows`}
          aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
          placeholder="Search, or type a command such as “turn off checkout production”"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div role="listbox" id={`${id}-rows`} aria-label="Commands" className={classes['rows']}>
          {rows.map((row, index) => (
            // The input keeps the focus and handles the keys, as in the ARIA combobox pattern
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={row.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classes['row']}
              onPointerMove={() => setChosen(index)}
              onClick={() => choose(row)}
            >
              <span className={classes['title']}>{row.title}</span>
              <span className={classes['detail']}>{asked === row.id ? 'Press Enter again to send' : row.detail}</span>
              {row.keys === undefined ? null : (
                <span className={classes['keys']}>
                  {shownKeys(row.keys).map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </span>
              )}
            </div>
          ))}
        </div>
        <p className={classes['foot']} role="status">
          {rows.length === 0 ? 'No results' : counted(rows.length, 'result')}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}
