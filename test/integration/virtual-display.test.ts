import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { hasProgram } from '../../build/host.ts'
import { startVirtualDisplay } from '../../build/virtual-display.ts'

/** The first message of a client: little-endian, X11 without authorization. */
const SETUP = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])

/** Opens and closes a connection as an application does. Returns whether the server accepted it. */
async function isAccepted(display: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`, () => socket.write(SETUP))
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(answer[0] === 1)
    })
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
}

it('a virtual display accepts an application that starts as soon as the one before has ended', async ({
  skip,
}) => {
  skip(!hasProgram('Xvfb'), 'It needs Xvfb.')
  const display = await startVirtualDisplay()
  const answers: boolean[] = []
  for (let start = 0; start < 200; start += 1) answers.push(await isAccepted(display.name))
  await display.stop()
  expect(answers.filter((answer) => !answer)).toEqual([])
})
