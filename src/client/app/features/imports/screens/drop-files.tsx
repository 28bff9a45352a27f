import { Button, Loader } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import classes from './imports.module.css'

/** Accepts files by drag and drop or by selection, and shows progress while they are read. */
export function DropFiles(props: { reading: number | null; onFiles: (files: readonly File[]) => void }): ReactNode {
  const { reading, onFiles } = props
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault()
    setOver(inside)
  }
  const take = (files: FileList | null) => {
    if (files !== null && files.length > 0 && reading === null) onFiles([...files])
  }
  return (
    // Keyboard users can choose files with the button inside
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes['drop']}
      data-over={over || undefined}
      aria-label="Files to import"
      aria-busy={reading !== null}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        take(event.dataTransfer.files)
      }}
    >
      {reading === null ? (
        <>
          <IconFileImport size={28} stroke={1.5} aria-hidden className={classes['dropIcon']} />
          <p className={classes['dropWords']}>Drop an export here, or responses of the vendor’s API or SDK</p>
          <Button onClick={() => input.current?.click()}>Choose files</Button>
          <input
            ref={input}
            type="file"
            multiple
            accept=".json,.yaml,.yml,.toml,.csv,.zip,application/json,application/zip"
            className="visually-hidden"
            tabIndex={-1}
            aria-label="Choose files to import"
            onChange={(event) => {
              take(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
        </>
      ) : (
        <div role="status" className={classes['reading']}>
          <Loader size="sm" />
          <span>Reading {counted(reading, 'file')} and comparing results…</span>
        </div>
      )}
    </section>
  )
}
