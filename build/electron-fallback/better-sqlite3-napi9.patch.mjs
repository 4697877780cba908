// Turns better-sqlite3 13's sources into ones that build for Node-API 9: persistent references to
// strings need Node-API 10, so each string is held inside a referenced object instead.
// usage: node better-sqlite3-napi9.patch.mjs <unpacked better-sqlite3 package>
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2]
if (!root) throw new Error('usage: better-sqlite3-napi9.patch.mjs <package folder>')

function rewrite(file, ...steps) {
  const path = join(root, file)
  let text = readFileSync(path, 'utf8')
  for (const [from, to] of steps) {
    const next = text.replaceAll(from, to)
    if (next === text) throw new Error(`${file}: nothing matched ${from}`)
    text = next
  }
  writeFileSync(path, text)
}

const holder = `class StrRef {
public:
	StrRef() {}
	explicit StrRef(Napi::String s) { Napi::Object o = Napi::Object::New(s.Env()); o.Set("v", s); holder = Napi::Persistent(o); }
	Napi::String Value() const { return holder.Value().Get("v").As<Napi::String>(); }
private:
	Napi::ObjectReference holder;
};
`
const reference = ['Napi::Reference<Napi::String>', 'StrRef']
rewrite('binding.gyp', ['NAPI_VERSION=10', 'NAPI_VERSION=9'])
rewrite('src/util/helpers.cpp', reference, [/^/g, holder])
rewrite('src/util/constants.cpp', reference, [
  'Napi::Persistent(InternalizedFromLatin1(env, str))',
  'StrRef(InternalizedFromLatin1(env, str))',
])
rewrite(
  'src/util/bind-map.cpp',
  reference,
  ['Napi::Persistent(InternalizedFromUtf8(env, name, -1))', 'StrRef(InternalizedFromUtf8(env, name, -1))'],
  ['Napi::Persistent(pair->name.Value())', 'StrRef(pair->name.Value())'],
)
