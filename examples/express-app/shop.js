// The shop as it was before Parley: staff, their sessions, a login form. It has no chat.
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import Database from 'better-sqlite3'
import express from 'express'

export const db = new Database(process.env.SHOP_DB ?? 'shop.db')
db.pragma('journal_mode = WAL')
db.exec(`
  create table if not exists staff (login text primary key, salt blob not null, hash blob not null);
  create table if not exists sessions (id text primary key, login text, customer_id text);
`)

export function hire(login, password) {
  const salt = randomBytes(16)
  db.prepare('insert or ignore into staff values (?, ?, ?)').run(login, salt, scryptSync(password, salt, 32))
}

/** Returns the session that the request's cookie names, if there is one. */
export function sessionOf({ headers }) {
  const [, id = ''] = /(?:^|;\s*)shop=([\w-]+)/.exec(headers.cookie ?? '') ?? []
  return db.prepare('select * from sessions where id = ?').get(id)
}

export function beginSession(response, login = null) {
  const session = { id: randomBytes(24).toString('base64url'), login, customer_id: null }
  db.prepare('insert into sessions (id, login) values (?, ?)').run(session.id, login)
  response.cookie('shop', session.id, {
    httpOnly: true,
    sameSite: 'lax',
    secure: process.env.NODE_ENV === 'production',
  })
  return session
}

export const app = express()
app.use(express.urlencoded({ extended: false }), express.json())

app.get('/', (_request, response) => response.send('<h1>Boots</h1>'))

app.get('/login', (_request, response) => {
  response.send(
    '<form method="post">Login <input name="login"> Password <input name="password" type="password"><button>Sign in',
  )
})

app.post('/login', (request, response) => {
  const { login = '', password = '' } = request.body ?? {}
  const person = db.prepare('select * from staff where login = ?').get(String(login))
  const isRight = person && timingSafeEqual(scryptSync(String(password), person.salt, 32), person.hash)
  if (!isRight) return response.status(401).send('Wrong login or password')
  beginSession(response, person.login)
  // Redirects within the shop only. Otherwise a crafted link could send people to any site.
  const { return_to: returnTo = '/' } = request.query
  response.redirect(303, /^\/(?![/\\])/.test(returnTo) ? returnTo : '/')
})
