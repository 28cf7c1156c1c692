import { Migration } from '@mikro-orm/migrations';

/** The accounts and sessions of people, as better-auth generates their tables. Written by `npm run baseline`. */
export class Migration20261122000400_auth extends Migration {
  override up(): void {
    this.addSql(`
      create schema if not exists "auth";
      create table "auth"."persons" ("id" text not null primary key, "name" text not null, "email" text not null unique, "email_verified" boolean not null, "image" text, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz default CURRENT_TIMESTAMP not null, "two_factor_enabled" boolean);
      create table "auth"."sessions" ("id" text not null primary key, "expires_at" timestamptz not null, "token" text not null unique, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz not null, "ip_address" text, "user_agent" text, "user_id" text not null references "auth"."persons" ("id") on delete cascade);
      create table "auth"."accounts" ("id" text not null primary key, "account_id" text not null, "provider_id" text not null, "user_id" text not null references "auth"."persons" ("id") on delete cascade, "access_token" text, "refresh_token" text, "id_token" text, "access_token_expires_at" timestamptz, "refresh_token_expires_at" timestamptz, "scope" text, "password" text, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz not null);
      create table "auth"."verifications" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expires_at" timestamptz not null, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz default CURRENT_TIMESTAMP not null);
      create table "auth"."two_factors" ("id" text not null primary key, "secret" text not null, "backup_codes" text not null, "user_id" text not null references "auth"."persons" ("id") on delete cascade, "verified" boolean, "failed_verification_count" integer, "locked_until" timestamptz);
      create table "auth"."passkeys" ("id" text not null primary key, "name" text, "public_key" text not null, "user_id" text not null references "auth"."persons" ("id") on delete cascade, "credential_id" text not null, "counter" integer not null, "device_type" text not null, "backed_up" boolean not null, "transports" text, "created_at" timestamptz, "aaguid" text);
      create table "auth"."rate_limits" ("id" text not null primary key, "key" text not null unique, "count" integer not null, "last_request" bigint not null);
      create index "sessions_user_id_idx" on "auth"."sessions" ("user_id");
      create index "accounts_user_id_idx" on "auth"."accounts" ("user_id");
      create index "verifications_identifier_idx" on "auth"."verifications" ("identifier");
      create index "two_factors_secret_idx" on "auth"."two_factors" ("secret");
      create index "two_factors_user_id_idx" on "auth"."two_factors" ("user_id");
      create index "passkeys_user_id_idx" on "auth"."passkeys" ("user_id");
      create index "passkeys_credential_id_idx" on "auth"."passkeys" ("credential_id");
    `);
  }
}
