import assert from 'node:assert/strict';
import { After, Before, BeforeAll, Given, Then, When } from '@cucumber/cucumber';
import { attach, link, message, parameter, property, step } from '@testpoint/cucumber/api';
import { Cart } from '../cart.js';

BeforeAll({ name: 'opens the shop' }, () => {});

Before({ name: 'welcomes the customer' }, () => {
  step('says hello', () => {});
});

After({ name: 'sweeps the floor' }, function () {
  this.cart.clear();
});

Given('an empty cart', function () {
  this.cart = new Cart();
});

When('I add:', async function (table) {
  link('https://tracker.example/SHOP-7', { title: 'Totals in cents', type: 'Requirement' });
  parameter('customer', { name: 'Ada', since: 1843 });
  property('component', 'cart');
  message('The totals of two products');
  for (const { product, price, count } of table.hashes()) {
    step(`with ${product}`, { parameters: { price, count } }, () =>
      this.cart.add(product, Number(price), Number(count)),
    );
  }
  await attach('receipt.txt', this.cart.receipt());
});

When('I add {int} pencils', function (count) {
  try {
    this.cart.add('pencil', 99, count);
  } catch (error) {
    this.error = error;
  }
});

Then('it costs {int} cents', function (total) {
  assert.equal(this.cart.total, total);
  this.attach(JSON.stringify({ total }), { mediaType: 'application/json', fileName: 'total.json' });
});

Then('the cart says {string}', function (text) {
  assert.equal(this.error.message, text);
});

let calls = 0;
When('I call the courier', () => {
  calls += 1;
  assert.equal(calls, 2, 'the line is busy');
});

When('the rocket is not built yet', () => 'skipped');
