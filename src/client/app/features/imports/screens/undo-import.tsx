import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type ImportSource, vendorNames } from '../../../../../shared/features/imports/schemas/import.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { done } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './imports.module.css'

export function UndoImport(props: {
  project: string
  source: ImportSource
  onUndone: () => Promise<unknown>
}): ReactNode {
  const { project, source, onUndone } = props
  const [asking, setAsking] = useState(false)
  const undo = trpc.imports.undo.useMutation({
    onSuccess: async ({ left }) => {
      setAsking(false)
      done(
        left.length === 0
          ? 'Import undone'
          : `Import undone; ${counted(left.length, 'flag or segment', 'flags and segments')} stayed`,
      )
      await onUndone()
    },
  })
  const left = undo.data?.left ?? []
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Undo import
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title="Undo import">
        <p className={classes['dialog']}>
          {counted(source.subjects, 'flag or segment', 'flags and segments')} from {vendorNames[source.vendor]} go back
          to what was here before. What someone published here since stays as it is.
        </p>
        <FormError refusal={undo.error ? refusalOf(undo.error) : null} fields={[]} />
        <div className={classes['acts']}>
          <Button variant="default" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button color="red" loading={undo.isPending} onClick={() => undo.mutate({ project, source: source.number })}>
            Undo import
          </Button>
        </div>
      </Modal>
      {left.length === 0 ? null : (
        <section className={classes['left']} aria-label="What stayed">
          {left.map(({ kind, key, why }) => (
            <p key={`${kind}/${key}`}>
              <strong>{key}</strong> {why}
            </p>
          ))}
        </section>
      )}
    </>
  )
}
