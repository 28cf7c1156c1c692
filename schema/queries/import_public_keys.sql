-- GraphQL importPublicKeys: readKeys (src/core/imports/import-keys.ts)
select
  public_jwk
from
  import_keys
order by
  created_at desc, kid;
