import { Button, Group, Modal, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { limits } from '../../../../../../shared/limits.ts'
import { Table } from '../../../../components/table.tsx'
import { TimeText } from '../../../../components/time-text.tsx'
import type { BuildReaders } from './use-archive.ts'

/** Lists live builds that still read a flag to be archived. An admin may archive it anyway, with a reason. */
export function BuildReadersDialog(props: {
  readers: BuildReaders
  onArchive: (flag: string, reason: string) => void
  onClose: () => void
}): ReactNode {
  const { readers, onArchive, onClose } = props
  const { flag, builds, mayOverrule } = readers
  const [reason, setReason] = useState('')
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Live builds still read ${flag}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>Once it’s archived, they get their default in code. Take it out of the code and ship that first.</p>
      <Table wraps label="Live builds that read it" columns={['Application', 'Environment', 'Last seen', 'Running']}>
        {builds.map((build) => (
          <tr key={JSON.stringify([build.environment, build.name, build.version])}>
            <th scope="row">
              {build.name} {build.version}
            </th>
            <td>{build.environment}</td>
            <td>
              <TimeText instant={build.lastSeenAt} />
            </td>
            <td>{build.programs}</td>
          </tr>
        ))}
      </Table>
      {mayOverrule ? (
        <Textarea
          mt="md"
          label="Archive it anyway"
          description="Say why. The audit log keeps it with the builds."
          maxLength={limits.messageLength}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : (
        <p>An admin can archive it anyway, with a reason.</p>
      )}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {mayOverrule ? (
          <Button color="red" disabled={reason.trim() === ''} onClick={() => onArchive(flag, reason.trim())}>
            Archive anyway
          </Button>
        ) : null}
      </Group>
    </Modal>
  )
}
